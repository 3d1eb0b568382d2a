import { lowestThreshold, toScoreThresholds } from '../../../src/analysis/detection/detections.ts';
import { selectScaleOutputs } from '../../../src/analysis/detection/scored-detections.ts';
import { type DetectorEntry, selectVariant } from '../../../src/analysis/model-manifest.ts';
import { ModelCache } from '../../../src/inference/files/model-cache.ts';
import { ModelLibrary } from '../../../src/inference/files/model-library.ts';
import { detectorCanvases } from '../../../src/inference/tasks/detector.ts';
import { createBrowserPlatform } from '../../../src/platform/browser-platform.ts';
import { models, runtimeUrl } from '../../lib/page/site.ts';
import type { WebgpuSteps } from '../result.ts';
import type { StepsRequest } from './webgpu-steps-worker.ts';

/** Measures one run of each detector at its real canvas, step by step, without Kerbside. */
export async function measureWebgpuSteps(photo: { width: number; height: number }): Promise<WebgpuSteps[]> {
  const cache = new ModelCache({ platform: createBrowserPlatform(), fetch: (...args) => fetch(...args) });
  const library = new ModelLibrary(models, cache);
  const detectors = (await library.manifest()).models.filter(
    (model): model is DetectorEntry => model.kind === 'detector' && model.tier !== 'large',
  );
  const steps: WebgpuSteps[] = [];
  for (const model of detectors) {
    const canvases = detectorCanvases(model, photo);
    const thresholds = toScoreThresholds(model, lowestThreshold(model));
    const selection = selectScaleOutputs(canvases.length, model, thresholds);
    for (const { width, height } of canvases) {
      const bytes = await library.loadFile(selectVariant(model, 'int8'));
      const input = model.input.name;
      steps.push(await request({ runtimeUrl, model: model.name, bytes, input, width, height, selection }));
    }
  }
  return steps;
}

/** A new worker each time: graph capture may leave the device unusable. */
function request(message: StepsRequest): Promise<WebgpuSteps> {
  const worker = new Worker(new URL('./webgpu-steps-worker.ts', import.meta.url), { type: 'module' });
  const { model, width, height } = message;
  const base = { model, canvas: `${width} × ${height}`, wholeMs: Number.NaN };
  return new Promise<WebgpuSteps>((resolve) => {
    const timeout = setTimeout(() => resolve({ ...base, failed: 'no response within 30 s' }), 30_000);
    worker.addEventListener('message', ({ data }: MessageEvent<WebgpuSteps>) => {
      clearTimeout(timeout);
      resolve(data);
    });
    worker.addEventListener('error', ({ message: failed }) => resolve({ ...base, failed }));
    worker.postMessage(message);
  }).finally(() => worker.terminate());
}
