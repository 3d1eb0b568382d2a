import { beforeAll, describe, expect, test } from 'vitest';
import type { CreateImageInput } from '../../src/domain/image.ts';
import { KerbsideError } from '../../src/errors.ts';
import type { Kerbside } from '../../src/kerbside.ts';
import { nodeReportMaker } from '../../src/node/report/report-maker.ts';
import { renderReport } from '../../src/node/report/reports.ts';
import { makeReport, type ReportSource } from '../../src/report/making/make-report.ts';
import type { PhotoLimits } from '../../src/report/making/report-maker.ts';
import type { ReportedApi } from '../../src/report/reports.ts';
import type { PdfRequestInput } from '../../src/wire/pdf.ts';
import { pdfImages, pdfText, pdfTexts } from '../fixtures/pdf-text.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import type { NamedDamage, RentalInspection } from '../fixtures/rental.ts';
import { BACK, OUT, openOffice } from './support/rental-office.ts';

const sight = (sightId: string): CreateImageInput => ({ compliances: { coverage360: { sightId } } });

/** Each of a width of its own, by which it is known again in the PDF. */
let photos: Record<'left' | 'front' | 'leftNow' | 'frontNow', Uint8Array<ArrayBuffer>>;
const WIDTHS = { left: 320, front: 324, leftNow: 328, frontNow: 332 };
beforeAll(async () => {
  const drawn = Object.entries(WIDTHS).map(async ([name, width]) => {
    const view = name.startsWith('left') ? 'side' : 'front';
    return [name, await jpegPhoto({ seed: 4, width, height: 240, view })] as const;
  });
  photos = Object.fromEntries(await Promise.all(drawn)) as typeof photos;
});

/** A car goes out with a dent on the left, seen from the left and the front, and comes back with a scratch as well. */
const goingOut = (): RentalInspection => ({
  photos: [photos.left, photos.front],
  said: [sight('left'), sight('front')],
  damages: [['dent', 'door_back_left']],
});
const comingBack = (): RentalInspection => ({
  photos: [photos.frontNow, photos.leftNow],
  said: [sight('front'), sight('left')],
  damages: [
    ['dent', 'door_back_left', 2],
    ['scratch', 'door_front_left', 2],
  ],
});

/** As much of Kerbside as reports need; tells which photos are read, and has no photo of some images. */
function readingOf({ inspections, images }: Kerbside, unavailable: readonly string[] = []) {
  const read: string[] = [];
  const photo: typeof images.photo = async (imageId, options) => {
    read.push(imageId);
    if (unavailable.includes(imageId)) throw new KerbsideError('photo_unavailable', 'let go of');
    return images.photo(imageId, options);
  };
  const api: ReportedApi = { inspections, images: { ...images, photo } };
  return { api, read };
}

async function returned(out: RentalInspection, back: RentalInspection) {
  const { kerbside, store, inspectAt, report: reportOf } = await openOffice([]);
  const follows = await inspectAt(OUT, out);
  const id = await inspectAt(BACK, { follows, ...back });
  const imagesOf = async (of: string) => {
    const { entities } = await kerbside.inspections.getOne(of);
    return entities.inspections[of]?.images.flatMap((imageId) => entities.images[imageId] ?? []) ?? [];
  };
  const report = (request?: PdfRequestInput, api?: ReportedApi) => reportOf(id, request, api);
  return { kerbside, store, follows, id, before: await imagesOf(follows), after: await imagesOf(id), report };
}

/** The text below a heading, up to the photos. */
async function comparedIn(pdf: ArrayBuffer, heading = 'Then and now') {
  const texts = (await pdfTexts(pdf)).flat();
  const from = texts.findIndex(({ text, size }) => text === heading && size === 13);
  const to = texts.findIndex(({ text, size }) => text === 'Photos' && size === 13);
  return from < 0 ? [] : texts.slice(from + 1, to);
}

const widths = async (pdf: ArrayBuffer) => (await pdfImages(pdf)).map(({ width }) => width).sort();

describe('a photo that shows something new', () => {
  test('stands beside the earlier one of the same side: then on the left, now on the right', async () => {
    const pdf = await (await returned(goingOut(), comingBack())).report();
    const compared = await comparedIn(pdf);
    const [then, now] = compared.filter(({ size }) => size === 8.5);
    expect(then?.text).toBe('Then · 1 · left · 1 Mar 2026, 09:30 UTC');
    expect(now?.text).toBe('Now · 2 · left · 3 Mar 2026, 17:05 UTC');
    expect(then?.y).toBe(now?.y);
    expect(then?.x).toBeLessThan(now?.x ?? 0);
    const text = await pdfText(pdf);
    expect(text.match(/^(Then|Now) · .* UTC$/gm)).toHaveLength(2);
  });

  test('has outlined what is new and what was known, and the earlier one what was known', async () => {
    const pdf = await (await returned(goingOut(), comingBack())).report();
    const captions = (await comparedIn(pdf)).filter(({ text }) => / · Door /.test(text));
    const left = Math.min(...captions.map(({ x }) => x));
    const [then, now] = [true, false].map((isLeft) => captions.filter(({ x }) => (x === left) === isLeft));
    expect(then?.map(({ text }) => text)).toEqual(['Known before · Dent · Door (rear left)']);
    expect(now?.map(({ text }) => text).sort()).toEqual([
      'Known before · Dent · Door (rear left)',
      'New · Scratch · Door (front left)',
    ]);
  });

  test('is in the PDF once, though it is drawn twice; so is an earlier one that stands beside two', async () => {
    const back: RentalInspection = {
      photos: [photos.leftNow, photos.frontNow],
      said: [sight('left'), sight('left')],
      damages: [
        ['scratch', 'door_front_left', 1],
        ['scratch', 'door_front_left', 2],
      ],
    };
    const pdf = await (await returned(goingOut(), back)).report();
    expect((await pdfText(pdf)).match(/^Then · 1 · left/gm)).toHaveLength(2);
    expect(await widths(pdf)).toEqual([WIDTHS.left, WIDTHS.leftNow, WIDTHS.frontNow]);
  });

  test('is proved by hash, as is the earlier one', async () => {
    const { report, before } = await returned(goingOut(), comingBack());
    const text = await pdfText(await report());
    expect(text).toContain(`Then · 1 · photo-1.jpg\n1 Mar 2026, 09:30 UTC\n${before[0]?.sha256}`);
    expect(text).not.toContain(before[1]?.sha256);
  });

  test('in French, where “avant” is the front', async () => {
    const pdf = await (await returned(goingOut(), comingBack())).report({ language: 'fr' });
    const titles = (await comparedIn(pdf, 'Comparaison des photos')).filter(({ size }) => size === 8.5);
    expect(titles.map(({ text }) => text)).toEqual([
      'Précédente · 1 · gauche · 1 mars 2026, 09:30 UTC',
      'Actuelle · 2 · gauche · 3 mars 2026, 17:05 UTC',
    ]);
    const text = await pdfText(pdf);
    expect(text).toMatch(/^\d : l’inspection précédente a une photo du même côté/m);
    expect(text).toContain('Précédente · 1 ·\nphoto-1.jpg');
    expect(text).not.toMatch(/\b(then|now|side)\b/i);
  });
});

describe('of the earlier photos', () => {
  test('only those that are shown are read, and each once', async () => {
    const { kerbside, report, before, after } = await returned(goingOut(), comingBack());
    const { api, read } = readingOf(kerbside);
    const pdf = await report({}, api);
    expect(read.sort()).toEqual([before[0]?.id, ...after.map(({ id }) => id)].sort());
    expect(await widths(pdf)).toEqual([WIDTHS.left, WIDTHS.leftNow, WIDTHS.frontNow]);
  });

  test('one that was let go of is shown as missing, with its hash', async () => {
    const { kerbside, report, before } = await returned(goingOut(), comingBack());
    const { api } = readingOf(kerbside, [before[0]?.id ?? '']);
    const pdf = await report({}, api);
    const compared = (await comparedIn(pdf)).map(({ text }) => text);
    expect(compared).toContain('Then · 1 · left · 1 Mar 2026, 09:30 UTC');
    expect(compared).toContain('This photo can not be shown here.');
    expect(await pdfText(pdf)).toContain(before[0]?.sha256);
  });

  test('one that was deleted is neither shown nor read: one that is left takes its place, or none', async () => {
    const out: RentalInspection = { ...goingOut(), said: [sight('left'), sight('left')] };
    const { kerbside, report, follows, before } = await returned(out, comingBack());
    await kerbside.images.deleteOne(follows, before[1]?.id ?? '');
    const { api, read } = readingOf(kerbside);
    expect(await pdfText(await report({}, api))).toMatch(/^Then · 1 · left/m);
    expect(read).not.toContain(before[1]?.id);
    await kerbside.images.deleteOne(follows, before[0]?.id ?? '');
    expect(await pdfText(await report({}, api))).not.toMatch(/^Then/m);
  });

  describe('as a service renders it', () => {
    const atService = async () => {
      const { kerbside, store, id, follows, ...rest } = await returned(goingOut(), comingBack());
      const { api, read } = readingOf(kerbside);
      const photo = async (imageId: string) => (await api.images.photo(imageId)).bytes;
      const render = async (isHandedIn: boolean) => {
        const [state, earlier] = [await store.load(id), await store.load(follows)];
        if (!state || !earlier) throw new Error('The store lost an inspection');
        return renderReport(
          state.state,
          photo,
          { pricing: false, language: 'en' },
          { createdAt: new Date(BACK).toISOString(), ...(isHandedIn && { earlier: earlier.state }) },
        );
      };
      return { kerbside, follows, read, render, ...rest };
    };

    test('none is read of an inspection that was not handed in', async () => {
      const { read, render, before, report } = await atService();
      await render(false);
      expect(read).not.toContain(before[0]?.id);
      const pdf = await render(true);
      expect(read).toContain(before[0]?.id);
      expect(Buffer.from(pdf).equals(Buffer.from(await report()))).toBe(true); // as the device's own
    });

    test('none is read that was deleted', async () => {
      const { kerbside, follows, read, render, before } = await atService();
      await kerbside.images.deleteOne(follows, before[0]?.id ?? '');
      expect(await pdfText(await render(true))).not.toMatch(/^Then/m);
      expect(read).not.toContain(before[0]?.id);
    });
  });
});

describe('what the earlier photos say of a new damage is said', () => {
  const SHOWN = /^\d: the earlier inspection has a photo of the same side \(see “Then and now”\), but may/m;
  const WITHOUT = /^\d: the earlier inspection has no photo of the vehicle from that side\.$/m;
  const UNCLEAR = /^\d: the earlier inspection may have missed it, or have no photo of it\.$/m;
  const said = async (then: CreateImageInput[], now: CreateImageInput) => {
    const back: RentalInspection = {
      photos: [photos.leftNow],
      said: [now],
      damages: [['scratch', 'door_front_left']],
    };
    return pdfText(await (await returned({ ...goingOut(), said: then }, back)).report());
  };

  test('where they show that side', async () => {
    const text = await said([sight('left'), {}], sight('left'));
    expect(text).toMatch(SHOWN);
    expect(text).not.toMatch(WITHOUT);
    expect(text).not.toMatch(UNCLEAR);
  });

  test('where all are known to show other sides', async () => {
    const text = await said([sight('right'), sight('back')], sight('left'));
    expect(text).toMatch(WITHOUT);
    expect(text).not.toMatch(/Then/);
    expect(text).not.toMatch(UNCLEAR);
  });

  test.each([
    { of: 'the earlier photos', earlier: [{}, {}], later: sight('left') },
    { of: 'one of them', earlier: [sight('right'), {}], later: sight('left') },
    { of: 'the photo itself', earlier: [sight('left'), sight('right')], later: {} },
    { of: 'no photo', earlier: [{}, {}], later: {} },
  ])('and nothing is claimed where the viewpoint of $of is not known', async ({ earlier, later }) => {
    const text = await said(earlier, later);
    expect(text).toMatch(UNCLEAR);
    expect(text).not.toMatch(SHOWN);
    expect(text).not.toMatch(WITHOUT);
    expect(text).not.toMatch(/Then/);
  });

  test('nor where one was taken from beside that side, which may show it', async () => {
    expect(await said([sight('front_left'), sight('right')], sight('left'))).toMatch(UNCLEAR);
  });

  test('and nothing is compared where nothing is new', async () => {
    const pdf = await (await returned(goingOut(), goingOut())).report();
    expect(await pdfText(pdf)).not.toMatch(/^Then|“Then/m);
    expect(await widths(pdf)).toEqual([WIDTHS.left, WIDTHS.front]);
  });
});

test('all photos that are shown share the room of a report, those of the earlier inspection too', async () => {
  const sights = Array.from({ length: 15 }, (_, index) => sight(`place-${index}`));
  const out: RentalInspection = { photos: sights.map(() => photos.left), said: sights };
  const damages = sights.map((_, index): NamedDamage => ['scratch', 'door_front_left', index + 1]);
  const { kerbside, id } = await returned(out, { ...out, damages });
  const limits: PhotoLimits[] = [];
  const maker = nodeReportMaker();
  const scale: typeof maker.scale = (bytes, within) => {
    limits.push(...bytes.map(() => within));
    return maker.scale(bytes, within);
  };
  const source: ReportSource = {
    entities: async () => (await kerbside.inspections.getOne(id)).entities,
    related: async (related) => (await kerbside.inspections.getOne(related)).entities,
    photo: async (imageId) => (await kerbside.images.photo(imageId)).bytes,
  };
  const request = { pricing: false, language: 'en' } as const;
  const asked = { inspectionId: id, request, createdAt: new Date(BACK).toISOString(), timeZone: 'UTC' };
  const pdf = await makeReport(asked, source, { ...maker, scale });
  expect(await pdfImages(pdf)).toHaveLength(30);
  expect(limits).toHaveLength(30);
  expect(limits.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(5_000_000);
});
