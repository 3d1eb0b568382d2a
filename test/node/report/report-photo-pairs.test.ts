import { beforeAll, describe, expect, test } from 'vitest';
import { toAdditionalData } from '../../../src/domain/comparison-review.ts';
import type { CreateImageInput } from '../../../src/domain/records/image.ts';
import { KerbsideError } from '../../../src/errors.ts';
import type { Kerbside } from '../../../src/kerbside.ts';
import { createNodeReportMaker } from '../../../src/node/report/report-maker.ts';
import { renderReport } from '../../../src/node/report/reports.ts';
import { makeReport, type ReportSource } from '../../../src/report/making/make-report.ts';
import type { PhotoLimits } from '../../../src/report/making/report-maker.ts';
import type { InspectionSource } from '../../../src/report/reports.ts';
import type { PdfRequestInput } from '../../../src/wire/pdf.ts';
import { pdfImages, pdfText, pdfTexts } from '../../fixtures/pdf-text.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';
import type { RentalDamage, RentalInspection } from '../../fixtures/rental.ts';
import { BACK, OUT, openOffice } from '../support/rental-office.ts';

const sight = (sightId: string): CreateImageInput => ({ compliances: { coverage360: { sightId } } });

/** Each photo has a different width, which identifies it in the PDF. */
let photos: Record<'left' | 'front' | 'leftNow' | 'frontNow' | 'rearNow', Uint8Array<ArrayBuffer>>;
const WIDTHS = { left: 320, front: 324, leftNow: 328, frontNow: 332, rearNow: 336 };
beforeAll(async () => {
  const created = Object.entries(WIDTHS).map(async ([name, width]) => {
    const view = name.startsWith('left') ? 'side' : name.startsWith('rear') ? 'rear' : 'front';
    return [name, await jpegPhoto({ seed: view === 'rear' ? 7 : 4, width, height: 240, view })] as const;
  });
  photos = Object.fromEntries(await Promise.all(created)) as typeof photos;
});

/** A car leaves with a dent on the left, on photos of the left and the front, and returns with a scratch too. */
const checkOut = (): RentalInspection => ({
  isConfirmed: true,
  photos: [photos.left, photos.front],
  imageInputs: [sight('left'), sight('front')],
  damages: [['dent', 'door_back_left']],
});
const checkIn = (): RentalInspection => ({
  photos: [photos.frontNow, photos.leftNow],
  imageInputs: [sight('front'), sight('left')],
  damages: [
    ['dent', 'door_back_left', 2],
    ['scratch', 'door_front_left', 2],
  ],
});

/** Returns the part of Kerbside that reports read. Records which photos are read; some are unavailable. */
function recordReads({ inspections, images }: Kerbside, unavailable: readonly string[] = []) {
  const read: string[] = [];
  const photo: typeof images.photo = async (imageId, options) => {
    read.push(imageId);
    if (unavailable.includes(imageId)) throw new KerbsideError('photo_unavailable', 'evicted');
    return images.photo(imageId, options);
  };
  const api: InspectionSource = { inspections, images: { ...images, photo } };
  return { api, read };
}

async function inspectTwice(out: RentalInspection, back: RentalInspection) {
  const { kerbside, store, inspectAt, report: reportOf } = await openOffice([]);
  const follows = await inspectAt(OUT, out);
  const id = await inspectAt(BACK, { follows, ...back });
  const imagesOf = async (of: string) => {
    const { entities } = await kerbside.inspections.getOne(of);
    return entities.inspections[of]?.images.flatMap((imageId) => entities.images[imageId] ?? []) ?? [];
  };
  const report = (request?: PdfRequestInput, api?: InspectionSource) => reportOf(id, request, api);
  return { kerbside, store, follows, id, before: await imagesOf(follows), after: await imagesOf(id), report };
}

/** Returns the text from a heading to the photos. */
async function textsBelow(pdf: ArrayBuffer, heading = 'Then and now') {
  const texts = (await pdfTexts(pdf)).flat();
  const from = texts.findIndex(({ text, size }) => text === heading && size === 13);
  const to = texts.findIndex(({ text, size }) => text === 'Photos' && size === 13);
  return from < 0 ? [] : texts.slice(from + 1, to);
}

const widths = async (pdf: ArrayBuffer) => (await pdfImages(pdf)).map(({ width }) => width).sort();

describe('a photo with new damage', () => {
  // Proves spec 2.4.
  test('is shown to the right of the earlier photo of the same side', async () => {
    const pdf = await (await inspectTwice(checkOut(), checkIn())).report();
    const compared = await textsBelow(pdf);
    const [then, now] = compared.filter(({ size }) => size === 8.5);
    expect(then?.text).toBe('Then · 1 · left · 1 Mar 2026, 09:30 UTC');
    expect(now?.text).toBe('Now · 2 · left · 3 Mar 2026, 17:05 UTC');
    expect(then?.y).toBe(now?.y);
    expect(then?.x).toBeLessThan(now?.x ?? 0);
    const text = await pdfText(pdf);
    expect(text.match(/^(Then|Now) · .* UTC$/gm)).toHaveLength(2);
  });

  test('outlines new and same damages; the earlier photo outlines the same ones', async () => {
    const pdf = await (await inspectTwice(checkOut(), checkIn())).report();
    const captions = (await textsBelow(pdf)).filter(({ text }) => / · Door /.test(text));
    const left = Math.min(...captions.map(({ x }) => x));
    const [then, now] = [true, false].map((isLeft) => captions.filter(({ x }) => (x === left) === isLeft));
    expect(then?.map(({ text }) => text)).toEqual(['Same · Dent · Door (rear left)']);
    expect(now?.map(({ text }) => text).sort()).toEqual([
      'New · Scratch · Door (front left)',
      'Same · Dent · Door (rear left)',
    ]);
  });

  test('is embedded once though it is drawn twice, and so is an earlier photo beside two', async () => {
    const back: RentalInspection = {
      photos: [photos.leftNow, photos.frontNow],
      imageInputs: [sight('left'), sight('left')],
      damages: [
        ['scratch', 'door_front_left', 1],
        ['scratch', 'door_front_left', 2],
      ],
    };
    const pdf = await (await inspectTwice(checkOut(), back)).report();
    expect((await pdfText(pdf)).match(/^Then · 1 · left/gm)).toHaveLength(2);
    expect(await widths(pdf)).toEqual([WIDTHS.left, WIDTHS.leftNow, WIDTHS.frontNow]);
  });

  test('is listed with its hash, as is the earlier photo', async () => {
    const { report, before } = await inspectTwice(checkOut(), checkIn());
    const text = await pdfText(await report());
    expect(text).toContain(`Then · 1 · Left\n1 Mar 2026, 09:30 UTC\n${before[0]?.sha256}`);
    expect(text).not.toContain(before[1]?.sha256);
  });

  test('is titled in French, where “avant” means front', async () => {
    const pdf = await (await inspectTwice(checkOut(), checkIn())).report({ language: 'fr' });
    const titles = (await textsBelow(pdf, 'Comparaison des photos')).filter(({ size }) => size === 8.5);
    expect(titles.map(({ text }) => text)).toEqual([
      'Précédente · 1 · gauche · 1 mars 2026, 09:30 UTC',
      'Actuelle · 2 · gauche · 3 mars 2026, 17:05 UTC',
    ]);
    const text = await pdfText(pdf);
    expect(text).toMatch(/^\d : l’inspection précédente a une photo du même côté/m);
    expect(text).toContain('Précédente · 1 · Gauche\n');
    expect(text).not.toMatch(/\b(then|now|side)\b/i);
  });
});

describe('earlier photos', () => {
  test('are read only if they are compared or shown', async () => {
    const { kerbside, report, before, after } = await inspectTwice(checkOut(), checkIn());
    const { api, read } = recordReads(kerbside);
    const pdf = await report({}, api);
    expect([...new Set(read)].sort()).toEqual([before[0]?.id, ...after.map(({ id }) => id)].sort());
    expect(await widths(pdf)).toEqual([WIDTHS.left, WIDTHS.leftNow, WIDTHS.frontNow]);
  });

  test('are shown as missing if they are evicted, with their hash', async () => {
    const { kerbside, report, before } = await inspectTwice(checkOut(), checkIn());
    const { api } = recordReads(kerbside, [before[0]?.id ?? '']);
    const pdf = await report({}, api);
    const compared = (await textsBelow(pdf)).map(({ text }) => text);
    expect(compared).toContain('Then · 1 · left · 1 Mar 2026, 09:30 UTC');
    expect(compared).toContain('This photo cannot be shown here.');
    expect(await pdfText(pdf)).toContain(before[0]?.sha256);
  });

  test('are neither shown nor read if they are deleted; another photo of the same side replaces them', async () => {
    const out: RentalInspection = { ...checkOut(), imageInputs: [sight('left'), sight('left')] };
    const { kerbside, report, follows, before } = await inspectTwice(out, checkIn());
    await kerbside.images.deleteOne(follows, before[1]?.id ?? '');
    const { api, read } = recordReads(kerbside);
    expect(await pdfText(await report({}, api))).toMatch(/^Then · 1 · left/m);
    expect(read).not.toContain(before[1]?.id);
    await kerbside.images.deleteOne(follows, before[0]?.id ?? '');
    expect(await pdfText(await report({}, api))).not.toMatch(/^Then/m);
  });

  describe('rendered by a service', () => {
    const renderAtService = async () => {
      const { kerbside, store, id, follows, ...rest } = await inspectTwice(checkOut(), checkIn());
      const { api, read } = recordReads(kerbside);
      const photo = async (imageId: string) => (await api.images.photo(imageId)).bytes;
      const render = async (withEarlier: boolean) => {
        const [state, earlier] = [await store.load(id), await store.load(follows)];
        if (!state || !earlier) throw new Error('The store lost an inspection');
        return renderReport(
          state.state,
          photo,
          { pricing: false, language: 'en' },
          { createdAt: new Date(BACK).toISOString(), ...(withEarlier && { earlier: earlier.state }) },
        );
      };
      return { kerbside, follows, read, render, ...rest };
    };

    test('are not read without the earlier inspection', async () => {
      const { read, render, before, report } = await renderAtService();
      await render(false);
      expect(read).not.toContain(before[0]?.id);
      const pdf = await render(true);
      expect(read).toContain(before[0]?.id);
      expect(Buffer.from(pdf).equals(Buffer.from(await report()))).toBe(true); // the same bytes as on the device
    });

    test('are not read if they are deleted', async () => {
      const { kerbside, follows, read, render, before } = await renderAtService();
      await kerbside.images.deleteOne(follows, before[0]?.id ?? '');
      expect(await pdfText(await render(true))).not.toMatch(/^Then/m);
      expect(read).not.toContain(before[0]?.id);
    });
  });
});

describe('evidence of the earlier photos for a new damage', () => {
  const SHOWN = /^\d: the earlier inspection has a photo of the same side \(see “Then and now”\), but may/m;
  const WITHOUT = /^\d: the earlier inspection has no photo of that side of the vehicle\.$/m;
  const UNCLEAR = /^\d: the earlier inspection may have missed the damage, or has no photo of it\.$/m;
  /** A user decided that the damage is new. No photos align, so only hints tell what they show. */
  const reportText = async (then: CreateImageInput[], now: CreateImageInput) => {
    const back: RentalInspection = {
      photos: [photos.rearNow],
      imageInputs: [now],
      damages: [['scratch', 'door_front_left']],
    };
    const { kerbside, id, report } = await inspectTwice({ ...checkOut(), imageInputs: then }, back);
    const [damageId = ''] = Object.keys((await kerbside.inspections.getOne(id)).entities.damages);
    const additionalData = toAdditionalData({ decisions: [{ damageId, status: 'new' }] });
    await kerbside.inspections.updateOne(id, { additionalData });
    return pdfText(await report());
  };

  test('is strongest if they show that side', async () => {
    const text = await reportText([sight('left'), {}], sight('left'));
    expect(text).toMatch(SHOWN);
    expect(text).not.toMatch(WITHOUT);
    expect(text).not.toMatch(UNCLEAR);
  });

  test('names the missing side if all show other sides', async () => {
    const text = await reportText([sight('right'), sight('back')], sight('left'));
    expect(text).toMatch(WITHOUT);
    expect(text).not.toMatch(/Then/);
    expect(text).not.toMatch(UNCLEAR);
  });

  test.each([
    { of: 'the earlier photos', earlier: [{}, {}], later: sight('left') },
    { of: 'one of them', earlier: [sight('right'), {}], later: sight('left') },
    { of: 'the photo itself', earlier: [sight('left'), sight('right')], later: {} },
    { of: 'no photo', earlier: [{}, {}], later: {} },
  ])('is unclear if the viewpoint of $of is unknown', async ({ earlier, later }) => {
    const text = await reportText(earlier, later);
    expect(text).toMatch(UNCLEAR);
    expect(text).not.toMatch(SHOWN);
    expect(text).not.toMatch(WITHOUT);
    expect(text).not.toMatch(/Then/);
  });

  test('is unclear if a photo of an adjacent side may show it', async () => {
    expect(await reportText([sight('front_left'), sight('right')], sight('left'))).toMatch(UNCLEAR);
  });

  test('is not shown if nothing is new', async () => {
    const pdf = await (await inspectTwice(checkOut(), checkOut())).report();
    expect(await pdfText(pdf)).not.toMatch(/^Then|“Then/m);
    expect(await widths(pdf)).toEqual([WIDTHS.left, WIDTHS.front]);
  });
});

test('all photos share the size limit of a report, including those of the earlier inspection', async () => {
  const sights = Array.from({ length: 15 }, (_, index) => sight(`place-${index}`));
  const out: RentalInspection = { photos: sights.map(() => photos.left), imageInputs: sights };
  const damages = sights.map((_, index): RentalDamage => ['scratch', 'door_front_left', index + 1]);
  const { kerbside, id } = await inspectTwice(out, { ...out, damages });
  const limits: PhotoLimits[] = [];
  const maker = createNodeReportMaker();
  const scalePhotos: typeof maker.scalePhotos = (bytes, within) => {
    limits.push(...bytes.map(() => within));
    return maker.scalePhotos(bytes, within);
  };
  const source: ReportSource = {
    getEntities: async () => (await kerbside.inspections.getOne(id)).entities,
    getRelated: async (related) => (await kerbside.inspections.getOne(related)).entities,
    getPhoto: async (imageId) => (await kerbside.images.photo(imageId)).bytes,
  };
  const request = { pricing: false, language: 'en' } as const;
  const job = { inspectionId: id, request, createdAt: new Date(BACK).toISOString(), timeZone: 'UTC' };
  const pdf = await makeReport(job, source, { ...maker, scalePhotos });
  expect(await pdfImages(pdf)).toHaveLength(30);
  expect(limits).toHaveLength(30);
  expect(limits.reduce((sum, { maxBytes }) => sum + maxBytes, 0)).toBeLessThan(5_000_000);
});
