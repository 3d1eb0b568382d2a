import { type ComponentType, createElement as h } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ComplianceResult } from '../../src/domain/records/image.ts';
import type { KerbsideCapture } from '../../src/elements/index.ts';
import { type Analyzer, type Kerbside, openKerbside } from '../../src/index.ts';
import type { DeviceModels } from '../../src/inference/index.ts';
import { KerbsideProvider } from '../../src/react/index.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';
import { eventually } from '../fixtures/eventually.ts';

const GOOD: ComplianceResult = { status: 'DONE', is_compliant: true, reasons: [] };
const WRONG_ANGLE = 'WRONG_ANGLE--this shows the left; walk to the front';

let kerbside: Kerbside;
let coverage: Promise<ComplianceResult>;
let resolveCoverage: (result: ComplianceResult) => void;
let root: Root | undefined;

beforeEach(async () => {
  coverage = new Promise((resolve) => {
    resolveCoverage = resolve;
  });
  const analyzer: Analyzer = {
    analyze: async () => ({ createdBy: { model: 'a stand-in', version: '1', engine: 'none' } }),
    assess: async () => GOOD,
    assessCoverage: async () => ({ compliance: await coverage }),
  };
  const opened = await openKerbside({ user: { id: 'agent-7' }, database: crypto.randomUUID(), analyzer });
  const models = { engines: async () => ({ models: [{ model: 'parts' }] }) } as unknown as DeviceModels;
  kerbside = { ...opened, models };
});

afterEach(async () => {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  await kerbside.close();
});

test('the example of docs/capture.md counts a photo when quality and coverage are compliant', async () => {
  vi.stubGlobal('kerbside', kerbside);
  vi.stubGlobal('models', kerbside.models);
  await import('virtual:docs/capture.md/2.ts');
  const capture = document.querySelector('kerbside-capture') as KerbsideCapture;
  expect(capture.sights).toHaveLength(11);
  await expectBadUntilRetaken(capture);
});

test('the component of docs/react.md for guided capture does the same', async () => {
  const { Capture } = (await import('virtual:docs/react.md/4.tsx')) as {
    Capture: ComponentType<{ id: string; checksCoverage: boolean }>;
  };
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {}, images_ocr: {} },
  });
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(h(KerbsideProvider, { open: async () => kerbside }, h(Capture, { id, checksCoverage: true })));
  const capture = await eventually(() => {
    const found = document.querySelector('kerbside-capture');
    expect(found?.sights).toHaveLength(11);
    return found as KerbsideCapture;
  });
  await expectBadUntilRetaken(capture);
});

async function expectBadUntilRetaken(capture: KerbsideCapture): Promise<void> {
  await takePhoto(capture, 1);
  await eventually(() => expect(capture.shots.front).toMatchObject({ verdict: 'checking' }));
  resolveCoverage({ status: 'DONE', is_compliant: false, reasons: [WRONG_ANGLE] });
  await eventually(() =>
    expect(capture.shots.front).toMatchObject({
      verdict: 'bad',
      reason: expect.stringContaining('un autre côté'),
    }),
  );
  const before = capture.shots.front?.id;
  coverage = Promise.resolve(GOOD);
  await takePhoto(capture, 2);
  await eventually(() => expect(capture.shots.front?.verdict).toBe('good'));
  expect(capture.shots.front?.id).not.toBe(before);
  const [list] = (await kerbside.inspections.getMany()).data;
  await eventually(async () => expect((await readImages(list?.id)).length).toBe(1));
}

async function readImages(id = ''): Promise<string[]> {
  return Object.keys((await kerbside.inspections.getOne(id)).entities.images);
}

async function takePhoto(capture: KerbsideCapture, seed: number): Promise<void> {
  const photo = await browserPhoto({ seed, width: 64, height: 48 });
  const detail = { sight: 'front', photo };
  capture.dispatchEvent(new CustomEvent('photo-taken', { detail, bubbles: true, composed: true }));
}
