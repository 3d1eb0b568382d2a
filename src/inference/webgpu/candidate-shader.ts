/** The cells that a workgroup looks at. */
export const WORKGROUP_CELLS = 64;
/**
 * The same as `pickCells`, one cell of a map per invocation.
 *
 * Numbers are copied as words, which no GPU rounds. Records have the order in which the GPU finds them.
 */
export const CANDIDATE_SHADER = `
struct Job {
  map: u32,
  cells: u32,
  channels: u32,
  recordSize: u32,
  maxRecords: u32,
  minLogits: array<f32>,
}
struct Picked {
  count: atomic<u32>,
  // The index of the map, the cell, and the numbers of its channels.
  records: array<u32>,
}
@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read> job: Job;
@group(0) @binding(2) var<storage, read_write> picked: Picked;

@compute @workgroup_size(${WORKGROUP_CELLS})
fn pick(@builtin(global_invocation_id) id: vec3u) {
  let cell = id.x;
  if (cell >= job.cells) { return; }
  var isCandidate = false;
  for (var channel = 0u; channel < arrayLength(&job.minLogits); channel++) {
    let logit = bitcast<f32>(numbers[channel * job.cells + cell]);
    isCandidate = isCandidate || logit >= job.minLogits[channel];
  }
  if (!isCandidate) { return; }
  let record = atomicAdd(&picked.count, 1u);
  if (record >= job.maxRecords) { return; }
  let at = record * job.recordSize;
  picked.records[at] = job.map;
  picked.records[at + 1] = cell;
  for (var channel = 0u; channel < job.channels; channel++) {
    picked.records[at + 2 + channel] = numbers[channel * job.cells + cell];
  }
}
`;
