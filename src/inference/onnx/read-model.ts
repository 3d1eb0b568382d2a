import { KerbsideError } from '../../errors.ts';
import type { OnnxGraph, OnnxNode, OnnxTensor, OnnxType, OnnxValueInfo } from './graph.ts';
import {
  OnnxFormatError,
  type ProtobufField,
  readBytes,
  readFields,
  readInteger,
  readText,
} from './protobuf-reader.ts';
import { readNode } from './read-node.ts';
import { readElementType, readTensor } from './read-tensor.ts';

/**
 * Reads the graph of an ONNX model file. Numbers are copied, so the caller may release `bytes`.
 *
 * @param name The name of the model in error messages. By default, the name of the graph.
 * @throws KerbsideError `unsupported` if the file is not a readable ONNX model.
 */
export function readOnnxModel(bytes: Uint8Array, name?: string): OnnxGraph {
  try {
    return readModel(bytes, name);
  } catch (error) {
    if (!(error instanceof OnnxFormatError)) throw error;
    throw new KerbsideError(
      'unsupported',
      `The model file${name ? ` '${name}'` : ''} ${error.message}. Fetch it again. If that does not help, export it again.`,
      { details: { model: name ?? null, bytes: bytes.length } },
    );
  }
}

function readModel(bytes: Uint8Array, name: string | undefined): OnnxGraph {
  let opset = 0;
  let graph: Uint8Array | undefined;
  for (const field of readFields(bytes)) {
    if (field.field === 7) graph = readBytes(field);
    else if (field.field === 8) opset = Math.max(opset, readStandardOpset(readBytes(field)));
  }
  if (!graph) throw new OnnxFormatError('contains no ONNX graph');
  if (opset < 1) throw new OnnxFormatError('has no version of the ONNX operators');
  return readGraph(graph, opset, name);
}

/** Reads an OperatorSetIdProto. Returns its version if it is the standard operator set, otherwise 0. */
function readStandardOpset(bytes: Uint8Array): number {
  let domain = '';
  let version = 0;
  for (const field of readFields(bytes)) {
    if (field.field === 1) domain = readText(field);
    else if (field.field === 2) version = readInteger(field);
  }
  return domain === '' || domain === 'ai.onnx' ? version : 0;
}

function readGraph(bytes: Uint8Array, opset: number, givenName: string | undefined): OnnxGraph {
  let name = '';
  const nodes: OnnxNode[] = [];
  const initializers = new Map<string, OnnxTensor>();
  const inputs: ProtobufField[] = [];
  const outputs: ProtobufField[] = [];
  for (const field of readFields(bytes)) {
    if (field.field === 1) nodes.push(readNode(readBytes(field)));
    else if (field.field === 2) name = readText(field);
    else if (field.field === 5) {
      const { name, tensor } = readTensor(readBytes(field));
      initializers.set(name, tensor);
    } else if (field.field === 11) inputs.push(field);
    else if (field.field === 12) outputs.push(field);
    else if (field.field === 15)
      throw new OnnxFormatError('has sparse weights; export it with dense weights');
  }
  return {
    name: givenName ?? name,
    opset,
    nodes,
    initializers,
    // Old exporters also list weights as inputs.
    inputs: inputs
      .map((field) => readValueInfo(readBytes(field)))
      .filter(({ name }) => !initializers.has(name)),
    outputs: outputs.map((field) => readValueInfo(readBytes(field))),
  };
}

/** Reads a ValueInfoProto { name, type: TypeProto { tensor_type: { elem_type, shape: { dim[] } } } }. */
function readValueInfo(bytes: Uint8Array): OnnxValueInfo {
  let name = '';
  let tensor: Uint8Array | undefined;
  for (const field of readFields(bytes)) {
    if (field.field === 1) name = readText(field);
    else if (field.field === 2) {
      for (const type of readFields(readBytes(field))) if (type.field === 1) tensor = readBytes(type);
    }
  }
  if (!tensor) throw new OnnxFormatError(`has an input or output '${name}' that is not a tensor`);
  let type: OnnxType = 'float32';
  const dims: (number | null)[] = [];
  for (const field of readFields(tensor)) {
    if (field.field === 1) type = readElementType(readInteger(field));
    else if (field.field === 2) {
      for (const dim of readFields(readBytes(field))) if (dim.field === 1) dims.push(readDim(readBytes(dim)));
    }
  }
  return { name, type, dims };
}

/** Returns null for a dynamic dimension: it has a name instead of a value, or 0 or -1 from some exporters. */
function readDim(bytes: Uint8Array): number | null {
  for (const field of readFields(bytes)) {
    if (field.field === 1) {
      const value = readInteger(field);
      return value > 0 ? value : null;
    }
  }
  return null;
}
