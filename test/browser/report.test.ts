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

describe('preloading a worker that the app makes', () => {
  const preloaded = async (workers: () => Worker) => {
    const kerbside = await openKerbside({ user: { id: 'ann' }, store: new MemoryStore() });
    onTestFinished(() => kerbside.close());
    const reports = createReports(kerbside, { workers });
    onTestFinished(() => reports.close());
    await reports.preload();
  };

  it('loads its script, by starting it', async () => {
    let made = 0;
    await preloaded(() => {
      made += 1;
      return worker();
    });
    expect(made).toBe(1);
  });

  it('says so where that fails', async () => {
    const missing = () => new Worker('/no-such-worker.js', { type: 'module' });
    await expect(preloaded(missing)).rejects.toMatchObject({ code: 'worker_lost' });
  });
});

describe('the workers’ folder', () => {
  const address = location.href;
  const movedTo = (path: string) => history.replaceState(null, '', path);

  it('is where it was when the app opened, wherever its page has gone since; what is missing there is named', async () => {
    const { kerbside, name } = await openAll();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    movedTo('/app/');
    onTestFinished(() => movedTo(address));
    const reports = createReports(kerbside, { workers: './none', database: `${name}-moved` });
    onTestFinished(() => reports.close());
    movedTo('/app/inspections/7/');
    await reports.requestOne(id);
    await expect(reports.whenReady(id)).rejects.toMatchObject({
      code: 'worker_lost',
      retryable: true,
      message: expect.stringContaining(`${location.origin}/app/none/report.js`),
    });
  });
});

describe('a report made in a worker', () => {
  it('that closing cut off is no failure: it is made by whoever asks for it next', async () => {
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

  it('says what was inspected, in French, with prices, and is there after a reload', async () => {
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
    const kept = await open().getOne(id); // as the next page finds it
    expect({ ...kept, pdf: await kept.pdf.arrayBuffer() }).toEqual({
      ...made,
      pdf: await made.pdf.arrayBuffer(),
    });
  });

  it('says what is new since the car went out, and shows how it was then', async () => {
    const { kerbside, open } = await openAll();
    const photos = [await browserPhoto({ seed: 3, width: 320, height: 240, view: 'side' })];
    const said = [{ compliances: { coverage360: { sightId: 'left' } } }];
    const follows = await inspectRental(kerbside, { photos, said, damages: [['dent', 'hood']] });
    const id = await inspectRental(kerbside, {
      photos,
      said,
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

  it('that can not be made has failed, and says why', async () => {
    const { kerbside, open } = await openAll();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const reports = open({ timeZone: 'Nowhere/At-All' });
    await reports.requestOne(id);
    await expect(reports.whenReady(id)).rejects.toMatchObject({
      code: 'report_failed',
      message: expect.stringContaining('Nowhere/At-All'),
    });
  });

  it('holds 20 photos in less than 5 MB', async () => {
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
    expect(titles).toHaveLength(40); // beside each photo, and in the list of hashes
  });

  it.each([1, 6, 8] as const)(
    'shows a photo upright that was stored with orientation %i',
    async (orientation) => {
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
    },
  );
});
