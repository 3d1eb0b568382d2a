/** The part of WebGPU that is used here. TypeScript's DOM library has no WebGPU types yet. */
export interface GpuDevice {
  queue: GpuDeviceQueue;
  /** Resolves when the device is lost. Never rejects. */
  lost: Promise<{ reason: string; message: string }>;
  createBuffer(descriptor: { size: number; usage: number }): GpuBuffer;
  createShaderModule(descriptor: { code: string }): object;
  createComputePipelineAsync(descriptor: {
    layout: 'auto';
    compute: { module: object; entryPoint: string };
  }): Promise<GpuPipeline>;
  createBindGroup(descriptor: {
    layout: object;
    entries: { binding: number; resource: { buffer: GpuBuffer; offset?: number; size?: number } }[];
  }): object;
  createCommandEncoder(): GpuCommandEncoder;
  pushErrorScope(filter: (typeof ERROR_FILTERS)[number]): void;
  popErrorScope(): Promise<{ message: string } | null>;
}

export interface GpuBuffer {
  readonly size: number;
  mapAsync(mode: number, offset: number, size: number): Promise<void>;
  getMappedRange(offset: number, size: number): ArrayBuffer;
  unmap(): void;
  destroy(): void;
}

export interface GpuPipeline {
  getBindGroupLayout(index: number): object;
}

interface GpuDeviceQueue {
  writeBuffer(buffer: GpuBuffer, offset: number, data: ArrayBufferView): void;
  submit(commands: object[]): void;
}

interface GpuCommandEncoder {
  copyBufferToBuffer(
    from: GpuBuffer,
    fromOffset: number,
    to: GpuBuffer,
    toOffset: number,
    size: number,
  ): void;
  beginComputePass(): {
    setPipeline(pipeline: GpuPipeline): void;
    setBindGroup(index: number, group: object): void;
    dispatchWorkgroups(x: number, y: number): void;
    end(): void;
  };
  finish(): object;
}

/** All kinds of errors that a scope can catch. */
export const ERROR_FILTERS = ['validation', 'out-of-memory', 'internal'] as const;
/** Flags of `GPUBufferUsage`. */
export const USAGE = { mapRead: 0x1, copySource: 0x4, copyTarget: 0x8, uniform: 0x40, storage: 0x80 };
/** `GPUMapMode.READ`. */
export const MAP_READ = 0x1;
