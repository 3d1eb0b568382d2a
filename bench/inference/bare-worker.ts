import * as ort from 'onnxruntime-web/wasm';
import type { Canvas } from '../../src/analysis/pixels/model-canvas.ts';

/** What anyone would write without Kerbside: decode the photo, run the session on a tensor that is ready. */
export interface BareSetup {
  runtimeUrl: string;
  threads: number;
  model: ArrayBuffer;
  input: string;
  /** One run of the session for each. */
  canvases: readonly Canvas[];
}

let session: ort.InferenceSession | undefined;
let feeds: Record<string, ort.Tensor>[] = [];

self.addEventListener(
  'message',
  async ({ data }: MessageEvent<BareSetup | { photo: ArrayBuffer; side: number }>) => {
    if ('model' in data) await setUp(data);
    self.postMessage('model' in data ? 0 : await run(data.photo, data.side));
  },
);

async function setUp({ runtimeUrl, threads, model, input, canvases }: BareSetup): Promise<void> {
  ort.env.wasm.wasmPaths = runtimeUrl;
  ort.env.wasm.numThreads = threads;
  session = await ort.InferenceSession.create(new Uint8Array(model), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
    extra: { session: { disable_quant_qdq: '1' } },
  });
  feeds = canvases.map(({ width, height }) => {
    const data = new Float32Array(3 * width * height).fill(0.4);
    return { [input]: new ort.Tensor('float32', data, [1, 3, height, width]) };
  });
}

/** Milliseconds of the session alone. */
async function run(photo: ArrayBuffer, side: number): Promise<number> {
  const decoder = new ImageDecoder({
    data: photo,
    type: 'image/jpeg',
    desiredWidth: side,
    desiredHeight: side,
  });
  (await decoder.decode()).image.close();
  decoder.close();
  const start = performance.now();
  for (const feed of feeds) await session?.run(feed);
  return performance.now() - start;
}
