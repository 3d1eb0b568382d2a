import { type GpuBuffer, type GpuDevice, MAP_READ, USAGE } from './gpu.ts';

/** Numbers in the memory of the GPU. */
export interface GpuFloats {
  buffer: GpuBuffer;
  /** How many numbers. The buffer may be larger. */
  length: number;
}

/**
 * Copies numbers from the GPU to the CPU.
 *
 * Waiting for the GPU costs more than copying: all buffers of a call are mapped together.
 */
export class ReadBack {
  readonly #device: GpuDevice;
  /** Not in use. A new one costs more than the copy. */
  #spare: GpuBuffer | undefined;

  constructor(device: GpuDevice) {
    this.#device = device;
  }

  async read(sources: readonly GpuFloats[]): Promise<Float32Array[]> {
    const bytes = sources.reduce((sum, { length }) => sum + 4 * length, 0);
    const staging = this.#take(bytes);
    const encoder = this.#device.createCommandEncoder();
    let at = 0;
    for (const { buffer, length } of sources) {
      encoder.copyBufferToBuffer(buffer, 0, staging, at, 4 * length);
      at += 4 * length;
    }
    this.#device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ, 0, bytes);
    const all = new Float32Array(staging.getMappedRange(0, bytes).slice(0));
    staging.unmap();
    this.#giveBack(staging);
    let start = 0;
    return sources.map(({ length }) => {
      start += length;
      return all.subarray(start - length, start);
    });
  }

  #take(bytes: number): GpuBuffer {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare && spare.size >= bytes) return spare;
    spare?.destroy();
    return this.#device.createBuffer({ size: bytes, usage: USAGE.mapRead | USAGE.copyTarget });
  }

  #giveBack(staging: GpuBuffer): void {
    const isLarger = staging.size > (this.#spare?.size ?? 0);
    (isLarger ? this.#spare : staging)?.destroy();
    if (isLarger) this.#spare = staging;
  }
}
