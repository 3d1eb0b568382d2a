import type { OnnxGraph, OnnxNode } from '../../onnx/graph.ts';

/** Counts the uses of each value, by nodes and as an output of the graph. */
function countUses(graph: OnnxGraph): Map<string, number> {
  const uses = new Map<string, number>();
  const names = [...graph.nodes.flatMap((node) => node.inputs), ...graph.outputs.map(({ name }) => name)];
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** Removes nodes and initializers that do not contribute to an output. */
export function dropUnused(graph: OnnxGraph): OnnxGraph {
  const used = new Set(graph.outputs.map(({ name }) => name));
  const nodes: OnnxNode[] = [];
  for (const node of graph.nodes.toReversed()) {
    if (!node.outputs.some((name) => used.has(name))) continue;
    nodes.unshift(node);
    for (const name of node.inputs) used.add(name);
  }
  const initializers = new Map([...graph.initializers].filter(([name]) => used.has(name)));
  return { ...graph, nodes, initializers };
}

/**
 * Merges a node with the only node that uses its result, if `merge` returns a node. That node replaces the second one and
 * may be merged again, so chains collapse.
 */
export function mergePairs(
  graph: OnnxGraph,
  merge: (first: OnnxNode, second: OnnxNode) => OnnxNode | undefined,
): OnnxGraph {
  const uses = countUses(graph);
  const producers = new Map<string, OnnxNode>();
  const merged = new Set<OnnxNode>();
  const nodes = graph.nodes.map((node) => {
    let current = node;
    for (const name of node.inputs) {
      const producer = producers.get(name);
      if (producer?.outputs.length !== 1 || uses.get(name) !== 1) continue;
      const result = merge(producer, current);
      if (!result) continue;
      merged.add(producer);
      current = result;
      break;
    }
    for (const name of current.outputs) producers.set(name, current);
    return current;
  });
  return { ...graph, nodes: nodes.filter((node) => !merged.has(node)) };
}
