import { afterEach, expect, test } from 'vitest';
import type { Viewpoint } from '../../../src/domain/enums.ts';
import type { DetectionLimit } from '../../../src/domain/records/detection-limit.ts';
import type { Entities } from '../../../src/domain/records/entities.ts';
import { repairEstimates } from '../../../src/estimate/index.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createNodeReports } from '../../../src/node/report/reports.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { pdfText, pdfTexts } from '../../fixtures/pdf-text.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';

const NOW = Date.UTC(2026, 2, 1, 9, 30);
const LIMIT: DetectionLimit = { model: 'damage 4.0.0', limits: [{ damageType: 'scratch', half: 19.2 }] };
const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

/** An inspection whose photos a model has searched and found nothing on. */
async function searched(sides: readonly Viewpoint[]) {
  const kerbside = await openKerbside({
    user: { id: 'ann', name: 'Żółć Παπαδόπουλος' },
    store: new MemoryStore(),
    estimator: repairEstimates(),
    platform: { now: () => NOW },
  });
  opened.push(kerbside);
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {}, repair_estimate: {} },
    vehicle: { plate: 'ŁÓ 1' },
  });
  for (const [index, sightId] of sides.entries()) {
    const photo = await jpegPhoto({ seed: index, width: 320, height: 240 });
    const input = { name: `IMG_${index}.jpg`, tasks: ['damage_detection' as const] };
    await kerbside.images.addOne(id, { ...input, compliances: { coverage360: { sightId } } }, photo);
  }
  for (const status of ['TODO', 'DONE'] as const)
    await kerbside.tasks.updateOne(id, 'damage_detection', { status });
  const getOne = async () => {
    const { entities } = await kerbside.inspections.getOne(id);
    for (const image of Object.values(entities.images)) image.detectionLimit = LIMIT;
    return { entities, result: id };
  };
  const report = async (change: (entities: Entities) => void = () => {}) => {
    const changed = async () => {
      const response = await getOne();
      change(response.entities);
      return response;
    };
    const api = { inspections: { ...kerbside.inspections, getOne: changed }, images: kerbside.images };
    const reports = createNodeReports(api, { now: () => NOW, timeZone: 'Europe/Paris' });
    await reports.requestOne(id, { pricing: true });
    return (await reports.whenReady(id)).pdf.arrayBuffer();
  };
  return { kerbside, id, report };
}

/** Lines of the first page, joined: sentences may be broken anywhere. */
const firstPage = async (pdf: ArrayBuffer) =>
  ((await pdfTexts(pdf))[0] ?? []).map(({ text }) => text).join(' ');

test('page 1 says what was looked at, by whom and down to which size, and not that there is no damage', async () => {
  const { report } = await searched(['front', 'left']);
  const page = await firstPage(await report());
  expect(page).toContain(
    'The model saw nothing on 2 photos down to about 20 cm. Six sides were not photographed. No person has checked it.',
  );
  expect(page).toContain('Sides photographed 2 of 8 Checked by a person 0 of 8 Damages Unknown');
  expect(page).toContain('Right: not photographed.');
  expect(page).toContain('Hatched: the side was not photographed as a whole');
  expect(page).not.toMatch(/€|No damage|None|Damages 0/);
});

test('no damage is stated with the person who said so, and when', async () => {
  const { kerbside, id, report } = await searched(['front']);
  await kerbside.inspections.confirmOne(id, { undamaged: true });
  const page = await firstPage(await report());
  expect(page).toContain('No damage');
  expect(page).toContain('Żółć Παπαδόπουλος stated that the vehicle has no damage, 1 Mar 2026, 10:30 CET.');
  expect(page).not.toContain('€');
});

test('a damage of a model is marked as not confirmed until a person confirms it', async () => {
  const { kerbside, id, report } = await searched(['front']);
  await kerbside.damages.createOne(id, { damageType: 'scratch', partType: 'hood' });
  const byModel = ({ damages }: Entities) => {
    for (const damage of Object.values(damages))
      damage.createdBy = { model: 'damage', version: '4.0.0', engine: 'onnxruntime-web' };
  };
  expect(await firstPage(await report(byModel))).toContain('not confirmed by a person');
  expect(await firstPage(await report())).not.toContain('not confirmed by a person');
});

test('photos are titled by what they show, with their detection limit', async () => {
  const text = await pdfText(await (await searched(['front_left'])).report());
  expect(text).toContain('1 · Front left');
  expect(text).not.toContain('IMG_0');
  expect(text).toContain('On this photo, scratches below about');
});

test('the models that searched are listed with version and permitted use, also if they found nothing', async () => {
  const text = await pdfText(await (await searched(['front'])).report());
  expect(text).toMatch(/^damage\n4\.0\.0\n+not allowed: for research$/m);
});
