import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { browserFlags, findBrowser } from '../../../scripts/find-browser.mjs';
import type { ModelFolder } from '../../fixtures/model-folder.ts';
import { nodeGoldenRun } from '../../fixtures/node-golden-run.ts';
import { patchDetector } from '../../fixtures/patch-detector.ts';
import type { LabResult } from './lab.ts';
import { pretendCores } from './pretend-cores.ts';

/** Creates the patch detector with golden outputs of onnxruntime's WASM in Node. */
export function tinyModel(): Promise<ModelFolder> {
  return patchDetector(nodeGoldenRun);
}

/**
 * WebGPU emulated by the processor: slow, with the same results as a real GPU. Chromium's watchdog would end a GPU process
 * that takes long on a busy machine.
 */
export const SOFTWARE_WEBGPU = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--disable-gpu-watchdog',
];

export async function launch(...flags: string[]): Promise<Browser> {
  const executablePath = await findBrowser();
  return chromium.launch({ args: [...browserFlags, ...flags], ...(executablePath && { executablePath }) });
}

/** Opens a tab with lab.ts that reports all cores or `cores`. */
export async function openLab(context: BrowserContext, url: string, cores?: number): Promise<Page> {
  const page = await context.newPage();
  if (cores) await pretendCores(page, cores);
  await page.goto(`${url}/`);
  await page.waitForFunction(() => window.lab !== undefined);
  return page;
}

/** Runs one task over this number of photos. */
export async function analyse(
  page: Page,
  photos = 1,
  photo?: string,
  threshold?: number,
): Promise<LabResult> {
  return page.evaluate(
    async ([count, url, least]) => {
      const id = await window.lab.create(count, url, least);
      await window.lab.start(id);
      return window.lab.result(id);
    },
    [photos, photo, threshold] as const,
  );
}

export const typesOf = ({ damages }: LabResult) => damages.map(({ type }) => type).toSorted();
