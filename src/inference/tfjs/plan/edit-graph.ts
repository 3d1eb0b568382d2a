import type { OnnxGraph, OnnxNode } from '../../onnx/graph.ts';

/** How often each value is used, by nodes and as an output of the graph. */
export function countUses(graph: OnnxGraph): Map<string, number> {
  const uses = new Map<string, number>();
  const names = [...graph.nodes.flatMap((node) => node.inputs), ...graph.outputs.map(({ name }) => name)];
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** Without nodes and initializers that lead to no output. */
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
 * Merges a node with the one node that uses its result, wherever `merge` finds that possible. What it returns takes
 * the place of the second; it is offered again, so chains collapse.
 */
export function mergePairs(
  graph: OnnxGraph,
  merge: (first: OnnxNode, second: OnnxNode) => OnnxNode | undefined,
): OnnxGraph {
  const uses = countUses(graph);
  const makers = new Map<string, OnnxNode>();
  const merged = new Set<OnnxNode>();
  const nodes = graph.nodes.map((node) => {
    let current = node;
    for (const name of node.inputs) {
      const maker = makers.get(name);
      if (maker?.outputs.length !== 1 || uses.get(name) !== 1) continue;
      const result = merge(maker, current);
      if (!result) continue;
      merged.add(maker);
      current = result;
      break;
    }
    for (const name of current.outputs) makers.set(name, current);
    return current;
  });
  return { ...graph, nodes: nodes.filter((node) => !merged.has(node)) };
}
