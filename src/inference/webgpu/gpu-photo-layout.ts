import { PADDING_GREY } from '../../analysis/pixels/letterbox.ts';
import { scaledSize } from '../../analysis/pixels/model-canvas.ts';
import { PhotoScaler } from '../../analysis/pixels/photo-scaler.ts';
import { cropPixels, type PhotoCanvas } from '../../analysis/pixels/pixel-region.ts';
import { COLUMN_WEIGHT_SUM, listTaps, ROW_WEIGHT_SUM } from '../../analysis/pixels/scaling-taps.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import { drawGoldenPicture, toRgba } from '../self-test/golden-picture.ts';
import { type GpuBuffer, type GpuDevice, type GpuPipeline, USAGE } from './gpu.ts';
import { type GpuFloats, ReadBack } from './read-back.ts';

interface Taps {
  count: number;
  buffer: GpuBuffer;
}

/** Photos of one task have few sizes. */
const MAX_CACHED = 16;

/**
 * Scales photos onto models' canvases on the GPU. A photo is uploaded once for all canvases and models.
 *
 * Buffers are reused: the GPU executes commands in order, so a tensor is valid for the runs that are submitted before
 * the next call.
 */
export class GpuPhotoLayout {
  readonly #device: GpuDevice;
  readonly #pipeline: GpuPipeline;
  readonly #sizes: GpuBuffer;
  readonly #taps = new Map<string, Taps>();
  readonly #tensors = new Map<string, GpuBuffer>();
  #uploaded: { photo: DecodedPhoto; buffer: GpuBuffer } | undefined;

  private constructor(device: GpuDevice, pipeline: GpuPipeline) {
    this.#device = device;
    this.#pipeline = pipeline;
    this.#sizes = device.createBuffer({ size: 48, usage: USAGE.uniform | USAGE.copyTarget });
  }

  /**
   * Compiles the shader, and compares its result with that of the CPU.
   *
   * @throws if the GPU cannot run the shader, or computes something else.
   */
  static async create(device: GpuDevice): Promise<GpuPhotoLayout> {
    const module = device.createShaderModule({ code: PHOTO_LAYOUT_SHADER });
    const compute = { module, entryPoint: 'layOut' };
    const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute });
    const layout = new GpuPhotoLayout(device, pipeline);
    await layout.#prove();
    return layout;
  }

  /**
   * Returns the input tensor of a photo, or of a region of it: planar RGB of 0..1, as `PhotoScaler` computes it.
   *
   * @param target The buffer of the tensor. By default, one that is reused.
   */
  layOut(photo: DecodedPhoto, canvas: PhotoCanvas, target?: GpuBuffer): GpuFloats {
    const region = canvas.region ?? { x: 0, y: 0, width: photo.width, height: photo.height };
    const fitted = canvas.region ?? photo.original;
    const { width, height } = scaledSize(fitted.width, fitted.height, canvas);
    const columns = this.#getTaps(region.width, width, COLUMN_WEIGHT_SUM);
    const rows = this.#getTaps(region.height, height, ROW_WEIGHT_SUM);
    const tensor = target ?? this.#getTensor(canvas);
    const sizes = Uint32Array.of(
      ...[region.width, region.height, width, height, canvas.width, canvas.height],
      ...[columns.count, rows.count, region.x, region.y, photo.width],
    );
    this.#device.queue.writeBuffer(this.#sizes, 0, sizes);
    const buffers = [this.#upload(photo), columns.buffer, rows.buffer, tensor, this.#sizes];
    const group = this.#device.createBindGroup({
      layout: this.#pipeline.getBindGroupLayout(0),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(
      Math.ceil(canvas.width / WORKGROUP_SIDE),
      Math.ceil(canvas.height / WORKGROUP_SIDE),
    );
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
    return { buffer: tensor, length: 3 * canvas.width * canvas.height };
  }

  #upload(photo: DecodedPhoto): GpuBuffer {
    if (this.#uploaded?.photo === photo) return this.#uploaded.buffer;
    const old = this.#uploaded?.buffer;
    const size = 4 * photo.width * photo.height;
    const isLargeEnough = old !== undefined && old.size >= size;
    if (!isLargeEnough) old?.destroy();
    const buffer = isLargeEnough ? old : this.#createBuffer(size);
    this.#device.queue.writeBuffer(buffer, 0, photo.data);
    this.#uploaded = { photo, buffer };
    return buffer;
  }

  #getTaps(from: number, to: number, weightSum: number): Taps {
    return getOrCreate(this.#taps, [from, to, weightSum].join(), () => {
      const { count, list } = listTaps(from, to, weightSum);
      const buffer = this.#createBuffer(list.byteLength);
      this.#device.queue.writeBuffer(buffer, 0, list);
      return { count, buffer };
    });
  }

  #getTensor({ width, height }: PhotoCanvas): GpuBuffer {
    return getOrCreate(this.#tensors, [width, height].join(), () => this.#createBuffer(12 * width * height));
  }

  #createBuffer(size: number): GpuBuffer {
    return this.#device.createBuffer({ size, usage: USAGE.storage | USAGE.copySource | USAGE.copyTarget });
  }

  /** Lays a photo and a region of it out on canvases that reduce it, enlarge it, and have a margin. */
  async #prove(): Promise<void> {
    const pixels = toRgba(drawGoldenPicture(90, 70));
    const photo = { ...pixels, original: { width: pixels.width, height: pixels.height } };
    const readBack = new ReadBack(this.#device);
    for (const canvas of PROOF_CANVASES) {
      const [actual] = await readBack.read([this.layOut(photo, canvas)]);
      const part = canvas.region ? cropPixels(photo, canvas.region) : photo;
      const expected = new PhotoScaler().toTensor(part, part, canvas);
      const isEqual = expected.every((value, at) => Math.abs(value - (actual?.[at] ?? Number.NaN)) < 1e-5);
      if (!isEqual) throw new Error('The GPU scales photos in another way than the CPU.');
    }
  }
}

const PROOF_CANVASES: readonly PhotoCanvas[] = [
  { scale: 0.2, width: 32, height: 32 },
  { scale: 0.7, width: 96, height: 64 },
  { scale: 1.3, width: 128, height: 128 },
  { scale: 0.6, width: 32, height: 32, region: { x: 37, y: 11, width: 53, height: 41 } },
];

/** Returns a cached value. If there are too many, forgets the one that was created first. */
function getOrCreate<T>(cached: Map<string, T>, key: string, create: () => T): T {
  const value = cached.get(key) ?? create();
  if (!cached.has(key) && cached.size >= MAX_CACHED) {
    const [oldest] = cached.keys();
    cached.delete(oldest ?? ''); // not destroyed: commands that use it may be pending
  }
  cached.set(key, value);
  return value;
}

/** The side of the square of pixels that a workgroup computes. */
const WORKGROUP_SIDE = 8;

/**
 * The same as `PhotoScaler`, one pixel of the canvas per invocation.
 *
 * The weighted sums are integers, as there, so that a GPU computes them exactly. Only the last multiplication rounds.
 */
const PHOTO_LAYOUT_SHADER = `
struct Sizes {
  region: vec2u,
  scaled: vec2u,
  canvas: vec2u,
  columnTaps: u32,
  rowTaps: u32,
  origin: vec2u,
  photoWidth: u32,
}
@group(0) @binding(0) var<storage, read> photo: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<i32>;
@group(0) @binding(2) var<storage, read> rows: array<i32>;
@group(0) @binding(3) var<storage, read_write> tensor: array<f32>;
@group(0) @binding(4) var<uniform> sizes: Sizes;

@compute @workgroup_size(${WORKGROUP_SIDE}, ${WORKGROUP_SIDE})
fn layOut(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= sizes.canvas)) { return; }
  var colour = vec3f(${PADDING_GREY});
  if (all(id.xy < sizes.scaled)) {
    let column = id.x * (1 + sizes.columnTaps);
    let row = id.y * (1 + sizes.rowTaps);
    var sum = vec3i(0);
    for (var i = 0u; i < sizes.columnTaps; i++) {
      let columnWeight = columns[column + 1 + i];
      // The taps beyond the edge have a weight of 0.
      let x = min(u32(columns[column]) + i, sizes.region.x - 1);
      var blended = vec3i(0);
      for (var j = 0u; j < sizes.rowTaps; j++) {
        let y = min(u32(rows[row]) + j, sizes.region.y - 1);
        let word = photo[(sizes.origin.y + y) * sizes.photoWidth + sizes.origin.x + x];
        blended += rows[row + 1 + j] * vec3i(vec3u(word, word >> 8, word >> 16) & vec3u(255));
      }
      sum += columnWeight * blended;
    }
    colour = vec3f(sum) * ${1 / (ROW_WEIGHT_SUM * COLUMN_WEIGHT_SUM * 255)};
  }
  let plane = sizes.canvas.x * sizes.canvas.y;
  let at = id.y * sizes.canvas.x + id.x;
  tensor[at] = colour.r;
  tensor[at + plane] = colour.g;
  tensor[at + 2 * plane] = colour.b;
}
`;
