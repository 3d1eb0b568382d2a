import type { OnnxGraph, OnnxNode } from '../../onnx/graph.ts';
import { toNumbers } from '../../onnx/tensor-numbers.ts';
import type { FUSED_ACTIVATIONS } from '../operators/convolution.ts';
import { dropUnused, mergePairs } from './edit-graph.ts';
import { foldAffine } from './fold-affine.ts';
import { foldConstants } from './fold-constants.ts';

/** Returns a graph that computes the same with fewer nodes. */
export function planGraph(graph: OnnxGraph): OnnxGraph {
  return dropUnused(fuseActivations(foldAffine(foldConstants(graph))));
}

type Activation = (typeof FUSED_ACTIVATIONS)[number];

/**
 * Fuses activations into the preceding convolution, if tfjs supports it and the convolution's result has no other use.
 * SiLU uses that result twice and is not fused.
 */
function fuseActivations(graph: OnnxGraph): OnnxGraph {
  return mergePairs(graph, (conv, next) => {
    if (conv.op !== 'Conv' || conv.domain !== '' || next.domain !== '' || conv.attributes.has('activation')) {
      return undefined;
    }
    const activation = findActivation(next, graph);
    if (!activation || next.inputs[0] !== conv.outputs[0]) return undefined;
    const attributes = new Map(conv.attributes).set('activation', { kind: 'string', value: activation });
    return { ...conv, attributes, outputs: next.outputs };
  });
}

function findActivation(node: OnnxNode, graph: OnnxGraph): Activation | undefined {
  if (node.op === 'Relu') return 'relu';
  if (node.op === 'Sigmoid') return 'sigmoid';
  if (node.op !== 'Clip') return undefined;
  const bound = (index: 1 | 2, name: 'min' | 'max') => {
    const attribute = node.attributes.get(name);
    if (attribute) return attribute.kind === 'float' ? attribute.value : undefined;
    const tensor = graph.initializers.get(node.inputs[index] ?? '');
    return tensor && toNumbers(tensor)[0];
  };
  return bound(1, 'min') === 0 && bound(2, 'max') === 6 ? 'relu6' : undefined;
}
