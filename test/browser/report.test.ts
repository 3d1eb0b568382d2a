import { MemoryStore, openKerbside } from 'kerbside';
import { describe, expect, it, onTestFinished } from 'vitest';
import { repairEstimates } from '../../src/estimate/index.ts';
import { createReports } from '../../src/report/index.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';
import { withOrientation } from '../fixtures/orientation.ts';
import { pdfImages, pdfText, pdfTexts } from '../fixtures/pdf-text.ts';
import { inspectRental } from '../fixtures/rental.ts';
import { reportInspection } from '../fixtures/report-inspection.ts';

const worker = () => new Worker(new URL('../../workers/report.ts', import.meta.url), { type: 'module' });

async function openAll(name = `report-${crypto.randomUUID()}`) {
  const kerbside = await openKerbside({
    user: { id: 'ann' },
    database: name,
    estimator: repairEstimates(),
  });
  const open = ({ timeZone = 'UTC' } = {}) => {
    const reports = createReports(kerbside, {
      workers: worker,
      database: `${name}-reports`,
      timeZone,
    });
    onTestFinished(() => reports.close());
    return reports;
  };
  onTestFinished(() => kerbside.close());
  return { kerbside, open, name };
}

describe('preload of a worker that the app creates', () => {
  const preloadReports = async (workers: () => Worker) => {
    const kerbside = await openKerbside({ user: { id: 'ann' }, store: new MemoryStore() });
    onTestFinished(() => kerbside.close());
    const reports = createReports(kerbside, { workers });
    onTestFinished(() => reports.close());
    await reports.preload();
  };

  it('starts the worker to load its script', async () => {
    let created = 0;
    await preloadReports(() => {
      created += 1;
      return worker();
    });
    expect(created).toBe(1);
  });

  it('rejects with worker_lost if that fails', async () => {
    const missing = () => new Worker('/no-such-worker.js', { type: 'module' });
    await expect(preloadReports(missing)).rejects.toMatchObject({ code: 'worker_lost' });
  });
});

describe('the workers folder', () => {
  const address = location.href;
  const navigate = (path: string) => history.replaceState(null, '', path);

  it('is resolved when the reports are created, not when the page has navigated; the error names the missing file and preload', async () => {
    const { kerbside, name } = await openAll();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    navigate('/app/');
    onTestFinished(() => navigate(address));
    const reports = createReports(kerbside, { workers: './none', database: `${name}-moved` });
    onTestFinished(() => reports.close());
    navigate('/app/inspections/7/');
    await reports.requestOne(id);
    await expect(reports.whenReady(id)).rejects.toMatchObject({
      code: 'worker_lost',
      retryable: true,
      message: expect.stringMatching(
        new RegExp(
          `${location.origin}/app/none/report.js could not be loaded. To work offline, call .preload\\(\\)`,
        ),
      ),
    });
  });
});

describe('a report made in a worker', () => {
  it('that close interrupted is not failed, and is made when it is next read', async () => {
    const { kerbside, name } = await openAll();
    const photo = await browserPhoto({ seed: 3, width: 320, height: 240, view: 'side' });
    const id = await reportInspection(kerbside, { photos: [photo], width: 320, height: 240, damages: 1 });
    const closing = (imageId: string) => {
      kerbside.close();
      return kerbside.images.photo(imageId);
    };
    const api = { ...kerbside, images: { ...kerbside.images, photo: closing } };
    const before = createReports(api, { workers: worker, database: `${name}-reports` });
    await before.requestOne(id);
    await expect(before.whenReady(id)).rejects.toMatchObject({ code: 'closed' });
    before.close();
    await expect(before.getOne(id)).rejects.toMatchObject({ code: 'closed' });
    const after = await openAll(name);
    expect(await after.open().whenReady(id)).toMatchObject({ inspectionId: id, madeBy: 'device' });
  });

  it('is in French, with prices, and available after a reload', async () => {
    const { kerbside, open } = await openAll();
    const photo = await browserPhoto({ seed: 3, width: 1280, height: 960, view: 'side' });
    const id = await reportInspection(kerbside, { photos: [photo], width: 1280, height: 960, damages: 3 });
    const reports = open();
    await reports.requestOne(id, { pricing: true, language: 'fr', clientName: 'Loueur' });
    await expect(reports.getOne(id)).rejects.toMatchObject({ code: 'report_not_ready', retryable: true });
    const made = await reports.whenReady(id);
    const text = await pdfText(await made.pdf.arrayBuffer());
    for (const expected of [
      'Rapport d’inspection du véhicule',
      'Établi pour Loueur',
      'Zoë Müller',
      'Total',
    ]) {
      expect(text).toContain(expected);
    }
    const stored = await open().getOne(id); // as after a reload
    expect({ ...stored, pdf: await stored.pdf.arrayBuffer() }).toEqual({
      ...made,
      pdf: await made.pdf.arrayBuffer(),
    });
  });

  it('lists what is new since the earlier inspection and shows the earlier photo', async () => {
    const { kerbside, open } = await openAll();
    const photos = [await browserPhoto({ seed: 3, width: 320, height: 240, view: 'side' })];
    const imageInputs = [{ compliances: { coverage360: { sightId: 'left' } } }];
    const follows = await inspectRental(kerbside, {
      photos,
      imageInputs,
      damages: [['dent', 'hood']],
      isConfirmed: true, // so that a damage that is not on it is new
    });
    const id = await inspectRental(kerbside, {
      photos,
      imageInputs,
      follows,
      damages: [
        ['dent', 'hood'],
        ['scratch', 'door_front_left'],
      ],
    });
    const reports = open();
    await reports.requestOne(id);
    const pdf = await (await reports.whenReady(id)).pdf.arrayBuffer();
    const text = await pdfText(pdf);
    expect(text).toMatch(/^Then · 1 · left · .*$/m);
    expect(text).toMatch(/^Now · 1 · left · .*$/m);
    expect(await pdfImages(pdf)).toHaveLength(2);
    expect(text).toMatch(/^Since the inspection of \d+ \w+ \d{4}, /m);
    expect(text).toMatch(/^\d Scratch · new$/m);
    expect(text).toMatch(/^\d Dent$/m);
  });

  it('prints names of any script, painting what the fonts of the library lack', async () => {
    const { kerbside, open } = await openAll();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {}, vehicle: { plate: 'ŁÓ 1' } });
    const reports = open();
    await reports.requestOne(id, { clientName: 'Żółć 山田 علي 🚗' });
    const text = await pdfText(await (await reports.whenReady(id)).pdf.arrayBuffer());
    for (const word of ['ŁÓ 1', 'Żółć', '山', '田', 'علي', '🚗']) expect(text).toContain(word);
  });

  it('that cannot be made rejects with report_failed and the reason', async () => {
    const { kerbside, open } = await openAll();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const reports = open({ timeZone: 'Nowhere/At-All' });
    await reports.requestOne(id);
    await expect(reports.whenReady(id)).rejects.toMatchObject({
      code: 'report_failed',
      message: expect.stringContaining('Nowhere/At-All'),
    });
  });

  it('with 20 photos is smaller than 5 MB', { tags: 'long' }, async () => {
    const { kerbside, open } = await openAll();
    const size = { width: 3264, height: 2448 };
    const photo = await browserPhoto({ seed: 5, ...size, view: 'front', noise: 20 });
    const photos = Array.from({ length: 20 }, () => photo);
    const id = await reportInspection(kerbside, { photos, ...size, damages: 15 });
    const reports = open();
    await reports.requestOne(id, { pricing: true });
    const { pdf } = await reports.whenReady(id);
    expect(pdf.size).toBeLessThan(5_000_000);
    const pages = await pdfTexts(await pdf.arrayBuffer());
    const titles = pages.flat().filter(({ text }) => /^\d+ · photo-\d+\.jpg$/.test(text));
    expect(titles).toHaveLength(40); // above each photo, and in the list of hashes
  });

  it.each([1, 6, 8] as const)('shows a photo with EXIF orientation %i upright', async (orientation) => {
    const { kerbside, open } = await openAll();
    const upright = { width: 600, height: 800 };
    const stored = orientation === 1 ? upright : { width: 800, height: 600 };
    const drawn = await browserPhoto({ seed: 3, ...stored, view: 'side' });
    const photo = withOrientation(new Uint8Array(await drawn.arrayBuffer()), orientation);
    const id = await reportInspection(kerbside, { photos: [photo], ...upright, damages: 1 });
    const reports = open();
    await reports.requestOne(id);
    const { pdf } = await reports.whenReady(id);
    expect(await pdfImages(await pdf.arrayBuffer())).toEqual([upright]);
  });
});
