import type { OnnxGraph } from '../../onnx/graph.ts';
import { dropUnused } from './edit-graph.ts';
import { foldAffine } from './fold-affine.ts';
import { foldConstants } from './fold-constants.ts';
import { fuseActivations } from './fuse-activations.ts';

/** Returns a graph that computes the same with fewer nodes. */
export function planGraph(graph: OnnxGraph): OnnxGraph {
  return dropUnused(fuseActivations(foldAffine(foldConstants(graph))));
}
