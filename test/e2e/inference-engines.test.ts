import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { iou } from '../../src/analysis/geometry/box.ts';
import type { EngineName } from '../../src/inference/engine.ts';
import { nodeGoldenRun } from '../fixtures/node-golden-run.ts';
import { patchModels } from '../fixtures/patch-models.ts';
import { analyse, launch, openLab, SOFTWARE_WEBGPU } from './pages/field-browser.ts';
import { type FieldServer, serveField } from './pages/field-server.ts';
import type { LabResult } from './pages/lab.ts';
import { sharedChromium } from './shared-chromium.ts';

const NO_WEBGL = ['--disable-gpu', '--disable-software-rasterizer'];

/** Every engine must work under this policy. tfjs creates its threads from a blob URL if the policy allows it. */
const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; report-uri /violation";

let server: FieldServer;
let onWasm: LabResult;
let browser: Browser;
let withWebgpu: Browser;
beforeAll(async () => {
  server = await serveField({ models: await patchModels(nodeGoldenRun, ['damage']), csp: STRICT });
  browser = await sharedChromium();
  withWebgpu = await launch(...SOFTWARE_WEBGPU);
  onWasm = await analyseOn(browser, 'wasm');
});
afterAll(async () => {
  await withWebgpu.close();
  await server.close();
});

async function openPage(inBrowser: Browser, engine?: EngineName): Promise<Page> {
  const page = await openLab(await inBrowser.newContext(), server.url, 1);
  await page.evaluate((forced) => window.lab.open(forced ? { engine: forced } : {}), engine);
  return page;
}

async function analyseOn(inBrowser: Browser, engine: EngineName) {
  const page = await openPage(inBrowser, engine);
  const done = await analyse(page);
  await page.context().close();
  return done;
}

/** Compares types, boxes and scores. */
function expectAgreement(actual: LabResult, expected: LabResult): void {
  expect(actual).toMatchObject({ status: 'DONE', errors: [] });
  expect(actual.damages).toHaveLength(expected.damages.length);
  for (const wanted of expected.damages) {
    const found = actual.damages
      .filter(({ type }) => type === wanted.type)
      .toSorted((a, b) => iou(b.box, wanted.box) - iou(a.box, wanted.box))[0];
    if (!found) throw new Error(`No ${wanted.type} was detected`);
    expect(iou(found.box, wanted.box)).toBeGreaterThan(0.95);
    expect(Math.abs(found.confidence - wanted.confidence)).toBeLessThan(0.02);
  }
}

describe('the same photo on every engine, under a strict content security policy', () => {
  test('WebGPU agrees with WASM', { tags: 'long' }, async () => {
    const done = await analyseOn(withWebgpu, 'webgpu');
    expect(done.engine).toContain('webgpu');
    expectAgreement(done, onWasm);
  });

  test('tfjs on WebGL2 agrees with WASM', { tags: 'long' }, async () => {
    const done = await analyseOn(browser, 'tfjs');
    expect(done.engine).toMatch(/^tfjs .* webgl$/);
    expectAgreement(done, onWasm);
  });

  test('tfjs on its own WebAssembly agrees with WASM', async () => {
    const withoutWebgl = await launch(...NO_WEBGL);
    onTestFinished(() => withoutWebgl.close());
    const done = await analyseOn(withoutWebgl, 'tfjs');
    expect(done.engine).toMatch(/^tfjs .* wasm$/);
    expectAgreement(done, onWasm);
  });

  test('no engine violates the policy', () => {
    expect(server.requests).not.toContain('/violation');
  });
});

describe('a GPU emulated in software', () => {
  test('is not chosen, for WebGPU or for WebGL2', async () => {
    const page = await openPage(withWebgpu);
    const { models, capabilities } = await page.evaluate(() => window.lab.engines());
    expect(capabilities.webgpu?.isFallback).toBe(true);
    const reasons = Object.fromEntries(
      models[0]?.engines.map(({ engine, reason }) => [engine, reason]) ?? [],
    );
    expect(models[0]?.engine).toBe('wasm');
    expect(reasons.webgpu).toMatch(/emulated in software .* slower than wasm/);
    expect(reasons.tfjs).toMatch(/emulated in software .* slower than wasm/);
  });
});
