import { pickCells, toMinLogits } from '../../analysis/detection/candidate-cells.ts';
import { countCells, type FeatureMap } from '../../analysis/detection/feature-map.ts';
import { type GpuBuffer, type GpuDevice, type GpuPipeline, USAGE } from './gpu.ts';
import { type GpuFloats, ReadBack } from './read-back.ts';

/** A feature map in the memory of the GPU. */
interface GpuMap {
  dims: readonly number[];
  buffer: GpuBuffer;
}

/** Cells in the memory of the GPU. */
interface PickedCells {
  /** The tensors to read back. */
  floats: GpuFloats;
  /** Returns the maps of what was read back, or undefined if there are more cells than fit. */
  unpack(values: Float32Array): FeatureMap[] | undefined;
}

/**
 * The most candidates of all maps of a call: what is read back has a fixed size. At the thresholds of the models, real
 * photos have at most 180, and 332 refined or at a threshold of 0.1.
 */
const MAX_RECORDS = 512;
/** The default limit of WebGPU for the offset of a binding. */
const ALIGNMENT = 256;
/** Words before the minimum logits of a job, and before the channels of a record. */
const JOB_HEAD = 5;
const RECORD_HEAD = 2;

/**
 * Picks the cells of candidates from a detector's maps on the GPU: a few hundred of thousands, so that the maps are not
 * read back.
 *
 * Buffers are reused: the GPU executes commands in order, so cells are valid for the copies that are submitted before
 * the next call.
 */
export class CandidatePicker {
  readonly #device: GpuDevice;
  readonly #pipeline: GpuPipeline;
  #jobs: GpuBuffer | undefined;
  #picked: GpuBuffer | undefined;

  private constructor(device: GpuDevice, pipeline: GpuPipeline) {
    this.#device = device;
    this.#pipeline = pipeline;
  }

  /**
   * Compiles the shader, and compares its result with that of the CPU.
   *
   * @throws if the GPU cannot run the shader, or picks something else.
   */
  static async create(device: GpuDevice): Promise<CandidatePicker> {
    const module = device.createShaderModule({ code: CANDIDATE_SHADER });
    const compute = { module, entryPoint: 'pick' };
    const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute });
    const picker = new CandidatePicker(device, pipeline);
    await picker.#prove();
    return picker;
  }

  /** Picks from all maps together the cells of candidates, as `pickCells` does. */
  pick(maps: readonly GpuMap[], minLogits: Float32Array): PickedCells {
    const recordSize = RECORD_HEAD + Math.max(0, ...maps.map(({ dims }) => dims[1] ?? 0));
    const maxRecords = Math.min(MAX_RECORDS, sumOf(maps.map(countCells)));
    const length = 1 + maxRecords * recordSize;
    this.#picked = this.#reuse(this.#picked, 4 * length);
    this.#device.queue.writeBuffer(this.#picked, 0, Uint32Array.of(0));
    const jobs = this.#writeJobs(maps, minLogits, [recordSize, maxRecords]);
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#pipeline);
    for (const [index, map] of maps.entries()) {
      const resources = [{ buffer: map.buffer }, ...jobs.slice(index, index + 1), { buffer: this.#picked }];
      const group = this.#device.createBindGroup({
        layout: this.#pipeline.getBindGroupLayout(0),
        entries: resources.map((resource, binding) => ({ binding, resource })),
      });
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(Math.ceil(countCells(map) / WORKGROUP_CELLS), 1);
    }
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
    return {
      floats: { buffer: this.#picked, length },
      unpack: (values) => unpackCells(values, maps, { recordSize, maxRecords }),
    };
  }

  /** Returns where the job of each map is. */
  #writeJobs(maps: readonly GpuMap[], minLogits: Float32Array, sizes: readonly number[]) {
    const size = 4 * (JOB_HEAD + minLogits.length);
    const stride = ALIGNMENT * Math.ceil(size / ALIGNMENT);
    const bytes = new ArrayBuffer(stride * maps.length);
    for (const [index, map] of maps.entries()) {
      const head = [index, countCells(map), map.dims[1] ?? 0, ...sizes];
      new Uint32Array(bytes, stride * index).set(head);
      new Float32Array(bytes, stride * index).set(minLogits, head.length);
    }
    const buffer = this.#reuse(this.#jobs, Math.max(bytes.byteLength, ALIGNMENT));
    this.#jobs = buffer;
    this.#device.queue.writeBuffer(buffer, 0, new Uint8Array(bytes));
    return maps.map((_, index) => ({ buffer, offset: stride * index, size }));
  }

  #reuse(old: GpuBuffer | undefined, size: number): GpuBuffer {
    if (old && old.size >= size) return old;
    old?.destroy();
    return this.#createBuffer(size);
  }

  #createBuffer(size: number): GpuBuffer {
    return this.#device.createBuffer({ size, usage: USAGE.storage | USAGE.copySource | USAGE.copyTarget });
  }

  /** Picks from maps of which one has candidates, at and beside the border, and the other has none. */
  async #prove(): Promise<void> {
    const minLogits = toMinLogits([0.3, 1, 0.6]);
    const logits = [...minLogits, ...minLogits.map((logit) => logit - 1e-3), -20, 20];
    const maps = [80, 0].map((hits, index): FeatureMap => {
      const dims = [1, 5, 9, 10 + index];
      const count = countCells({ dims });
      const data = Float32Array.from({ length: 5 * count }, (_, at) =>
        at % count < hits ? (logits[(at * 7) % logits.length] ?? 0) : -20 - at,
      );
      return { dims, data };
    });
    const onGpu = maps.map(({ dims, data }) => {
      const buffer = this.#createBuffer(data.byteLength);
      this.#device.queue.writeBuffer(buffer, 0, data);
      return { dims, buffer };
    });
    const { floats, unpack } = this.pick(onGpu, minLogits);
    const [values = new Float32Array()] = await new ReadBack(this.#device).read([floats]);
    for (const { buffer } of onGpu) buffer.destroy();
    const actual = unpack(values);
    const expected = maps.map((map) => pickCells(map, minLogits));
    const isEqual = expected.every(({ cells, data }, index) => {
      const other = actual?.[index];
      return other?.cells?.join() === cells?.join() && other?.data.join() === data.join();
    });
    if (!isEqual) throw new Error('The GPU picks other candidates than the CPU.');
  }
}

function unpackCells(
  values: Float32Array,
  maps: readonly GpuMap[],
  { recordSize, maxRecords }: { recordSize: number; maxRecords: number },
): FeatureMap[] | undefined {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const [count = 0] = words;
  if (count > maxRecords) return undefined;
  const records = Array.from({ length: count }, (_, record) => {
    const at = 1 + record * recordSize;
    const [map = 0, cell = 0] = words.subarray(at, at + RECORD_HEAD);
    return { map, cell, channels: values.subarray(at + RECORD_HEAD, at + recordSize) };
  }).sort((a, b) => a.cell - b.cell);
  return maps.map(({ dims }, index) => {
    const own = records.filter(({ map }) => map === index);
    const data = new Float32Array((dims[1] ?? 0) * own.length);
    for (const at of data.keys()) data[at] = own[at % own.length]?.channels[Math.floor(at / own.length)] ?? 0;
    return { dims, data, cells: Uint32Array.from(own, ({ cell }) => cell) };
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** The cells that a workgroup looks at. */
const WORKGROUP_CELLS = 64;
/**
 * The same as `pickCells`, one cell of a map per invocation.
 *
 * Numbers are copied as words, which no GPU rounds. Records have the order in which the GPU finds them.
 */
const CANDIDATE_SHADER = `
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
