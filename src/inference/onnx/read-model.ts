import { KerbsideError } from '../../errors.ts';
import type { OnnxGraph, OnnxNode, OnnxTensor, OnnxType, OnnxValueInfo } from './graph.ts';
import { readNode } from './read-node.ts';
import { elementType, readTensor } from './read-tensor.ts';
import { bytesOf, integerOf, textOf, WireFault, type WireField, wireFields } from './wire-reader.ts';

/**
 * The graph of an ONNX model file. `name` is what errors call the model; by default the graph's own name.
 * Numbers are copied out of `bytes`, so the caller may let go of them.
 */
export function readOnnxModel(bytes: Uint8Array, name?: string): OnnxGraph {
  try {
    return readModel(bytes, name);
  } catch (error) {
    if (!(error instanceof WireFault)) throw error;
    throw new KerbsideError(
      'unsupported',
      `The model file${name ? ` '${name}'` : ''} ${error.message}. Fetch it again; if that does not help, export it again.`,
      { details: { model: name ?? null, bytes: bytes.length } },
    );
  }
}

function readModel(bytes: Uint8Array, name: string | undefined): OnnxGraph {
  let opset = 0;
  let graph: Uint8Array | undefined;
  for (const field of wireFields(bytes)) {
    if (field.field === 7) graph = bytesOf(field);
    else if (field.field === 8) opset = Math.max(opset, readStandardOpset(bytesOf(field)));
  }
  if (!graph) throw new WireFault('holds no ONNX graph');
  if (opset < 1) throw new WireFault('does not say which version of the ONNX operators it uses');
  return readGraph(graph, opset, name);
}

/** An OperatorSetIdProto's version if it is the standard's own set, else 0. */
function readStandardOpset(bytes: Uint8Array): number {
  let domain = '';
  let version = 0;
  for (const field of wireFields(bytes)) {
    if (field.field === 1) domain = textOf(field);
    else if (field.field === 2) version = integerOf(field);
  }
  return domain === '' || domain === 'ai.onnx' ? version : 0;
}

function readGraph(bytes: Uint8Array, opset: number, givenName: string | undefined): OnnxGraph {
  let name = '';
  const nodes: OnnxNode[] = [];
  const initializers = new Map<string, OnnxTensor>();
  const inputs: WireField[] = [];
  const outputs: WireField[] = [];
  for (const field of wireFields(bytes)) {
    if (field.field === 1) nodes.push(readNode(bytesOf(field)));
    else if (field.field === 2) name = textOf(field);
    else if (field.field === 5) {
      const { name, tensor } = readTensor(bytesOf(field));
      initializers.set(name, tensor);
    } else if (field.field === 11) inputs.push(field);
    else if (field.field === 12) outputs.push(field);
    else if (field.field === 15) throw new WireFault('has sparse weights; export it with dense ones');
  }
  return {
    name: givenName ?? name,
    opset,
    nodes,
    initializers,
    // Old exporters list weights as inputs too.
    inputs: inputs
      .map((field) => readValueInfo(bytesOf(field)))
      .filter(({ name }) => !initializers.has(name)),
    outputs: outputs.map((field) => readValueInfo(bytesOf(field))),
  };
}

/** ValueInfoProto { name, type: TypeProto { tensor_type: { elem_type, shape: { dim[] } } } }. */
function readValueInfo(bytes: Uint8Array): OnnxValueInfo {
  let name = '';
  let tensor: Uint8Array | undefined;
  for (const field of wireFields(bytes)) {
    if (field.field === 1) name = textOf(field);
    else if (field.field === 2) {
      for (const type of wireFields(bytesOf(field))) if (type.field === 1) tensor = bytesOf(type);
    }
  }
  if (!tensor) throw new WireFault(`has an input or output '${name}' that is no tensor`);
  let type: OnnxType = 'float32';
  const dims: (number | null)[] = [];
  for (const field of wireFields(tensor)) {
    if (field.field === 1) type = elementType(integerOf(field));
    else if (field.field === 2) {
      for (const dim of wireFields(bytesOf(field))) if (dim.field === 1) dims.push(readDim(bytesOf(dim)));
    }
  }
  return { name, type, dims };
}

/** A free dimension has a name in place of a value; some exporters write 0 or -1. */
function readDim(bytes: Uint8Array): number | null {
  for (const field of wireFields(bytes)) {
    if (field.field === 1) {
      const value = integerOf(field);
      return value > 0 ? value : null;
    }
  }
  return null;
}
