import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { openKerbside } from '../../../src/kerbside.ts';
import { createNodeReports } from '../../../src/node/report/reports.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import { pdfImages, pdfText } from '../../fixtures/pdf-text.ts';
import { smallPhoto } from '../support/photos.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

const drawLogo = (width: number, height: number, type: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#0b6b5d' } })
    .toFormat(type)
    .toBuffer();

async function openInspection(
  image?: Parameters<Awaited<ReturnType<typeof openKerbside>>['images']['addOne']>[1],
) {
  const kerbside = await openKerbside({ user: { id: 'ada' }, store: new MemoryStore() });
  opened.push({ close: async () => kerbside.close() });
  const { result: id } = await kerbside.inspections.createOne({ tasks: {}, vehicle: { plate: 'AB-123-CD' } });
  if (image) await kerbside.images.addOne(id, image, await smallPhoto());
  return { kerbside, id };
}

describe('the logo of the company', () => {
  test.each(['png', 'jpeg'] as const)(
    'is on the first page, as %s, and named for screen readers',
    async (type) => {
      const { kerbside, id } = await openInspection();
      const reports = createNodeReports(kerbside, { logo: new Uint8Array(await drawLogo(400, 100, type)) });
      await reports.requestOne(id, { clientName: 'City Rental' });
      const pdf = await (await reports.whenReady(id)).pdf.arrayBuffer();
      expect(await pdfImages(pdf)).toHaveLength(1);
      expect(await pdfText(pdf)).toContain('Prepared for City Rental');
    },
  );

  test('is rejected at once if it is another type of file, or too large', async () => {
    const { kerbside } = await openInspection();
    const create = async (logo: Uint8Array) => createNodeReports(kerbside, { logo });
    const webp = new Uint8Array(await drawLogo(10, 10, 'webp'));
    for (const logo of [webp, new TextEncoder().encode('<svg/>'), new Uint8Array(600 * 1024)])
      expect(await rejection(create(logo))).toMatchObject({ code: 'invalid_input' });
  });

  test('with too many pixels fails the report: it would be decoded whole', async () => {
    const { kerbside, id } = await openInspection();
    const reports = createNodeReports(kerbside, { logo: new Uint8Array(await drawLogo(3_000, 10)) });
    await reports.requestOne(id);
    const error = await rejection(reports.whenReady(id));
    expect(error).toMatchObject({ code: 'invalid_input' });
    expect(error.message).toContain('2000');
  });
});

test.each([
  ['en', '1 · Front left', '1 · VIN'],
  ['fr', '1 · Avant gauche', '1 · VIN'],
] as const)(
  'photos of guided capture have titles in the language of the report: %s',
  async (language, side, text) => {
    for (const [sightId, title] of [
      ['front_left', side],
      ['VIN', text],
    ] as const) {
      const { kerbside, id } = await openInspection({
        name: sightId,
        compliances: { coverage360: { sightId } },
      });
      const reports = createNodeReports(kerbside);
      await reports.requestOne(id, { language });
      expect(await pdfText(await (await reports.whenReady(id)).pdf.arrayBuffer())).toContain(title);
    }
  },
);
