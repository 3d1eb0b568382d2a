import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ErrorCode, KerbsideError } from '../../../src/errors.ts';
import { EXAMPLE_PRICING, repairEstimates } from '../../../src/estimate/index.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createNodeReportMaker } from '../../../src/node/report/report-maker.ts';
import { createNodeReports, renderReport } from '../../../src/node/report/reports.ts';
import { DeviceReports, type ReportsDeps } from '../../../src/report/device-reports.ts';
import type { ReportMaker } from '../../../src/report/making/report-maker.ts';
import type { RemoteReports } from '../../../src/report/remote-reports.ts';
import { createMemoryReportStore, type ReportRecord } from '../../../src/report/report-store.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import type { PdfRequestInput } from '../../../src/wire/pdf.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import { pdfText, pdfTexts } from '../../fixtures/pdf-text.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';
import { type ReportInspection, reportInspection } from '../../fixtures/report-inspection.ts';

const NOW = Date.UTC(2026, 2, 1, 9, 30);
const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  photo = await jpegPhoto({ seed: 4, width: 800, height: 600, view: 'side', damages: ['scratch'] });
});

async function inspected(over: Partial<ReportInspection> = {}, estimator = repairEstimates()) {
  const store = new MemoryStore();
  const kerbside = await openKerbside({
    user: { id: 'ann' },
    store,
    estimator,
    platform: { now: () => NOW },
  });
  opened.push(kerbside);
  const options = { photos: [photo], width: 800, height: 600, damages: 2, ...over };
  return { kerbside, store, id: await reportInspection(kerbside, options) };
}

async function reported(
  request: PdfRequestInput = {},
  over: Partial<ReportInspection> = {},
  estimator = repairEstimates(),
) {
  const { kerbside, id } = await inspected(over, estimator);
  const reports = createNodeReports(kerbside, { now: () => NOW, timeZone: 'UTC' });
  await reports.requestOne(id, request);
  const report = await reports.whenReady(id);
  return { kerbside, id, reports, report, pdf: await report.pdf.arrayBuffer() };
}

describe('the content of a report', () => {
  test('has vehicle, people, comment, damage by part, photos with hashes, and page numbers', async () => {
    const { kerbside, id, pdf } = await reported({ clientName: 'City Rental' });
    const text = await pdfText(pdf);
    const { entities } = await kerbside.inspections.getOne(id);
    for (const expected of [
      'Vehicle inspection report',
      'Prepared for City Rental',
      'VF1RFB00068123456',
      '48,210 km',
      'Ann Walker',
      'Kerb & Sons, Lyon',
      'Zoë Müller',
      '2026-03-02',
      'Returned with a scratched door. The driver reports a car park.',
      '1 Mar 2026, 09:30 UTC',
      'Headlight (left)',
      'Severe',
      'Rust · Headlight (left)',
      'repair-rules',
      '1 · photo-1.jpg',
      Object.values(entities.images)[0]?.sha256 ?? 'no hash',
    ]) {
      expect(text).toContain(expected);
    }
    const pages = await pdfTexts(pdf);
    for (const [index, lines] of pages.entries()) {
      expect(lines.map((line) => line.text)).toContain(`Page ${index + 1} of ${pages.length}`);
    }
  });

  test('has prices only if they are requested', async () => {
    const priced = await pdfText((await reported({ pricing: true })).pdf);
    expect(priced).toContain('€630.00');
    expect(priced).toContain('€520.49 to €739.51');
    expect(priced).toContain('Replace');
    expect(priced).toContain('Estimated from the photos, not a quote. Prices: table example-1');
    const plain = await pdfText((await reported()).pdf);
    expect(plain).not.toContain('€');
    expect(plain).not.toContain('Replace');
  });

  test('has the sign of a currency of any country', async () => {
    const pricing = { ...EXAMPLE_PRICING, currency: 'INR' };
    const text = await pdfText((await reported({ pricing: true }, {}, repairEstimates({ pricing }))).pdf);
    expect(text).toContain('₹630.00');
  });

  test('is all in French', async () => {
    const text = await pdfText((await reported({ pricing: true, language: 'fr' })).pdf);
    for (const expected of [
      'Rapport d’inspection du véhicule',
      'Phare (gauche)',
      'Grave',
      'Remplacement',
      '630,00\u00a0€',
      'Page 1 sur 2',
      'Comment ce rapport a été fait',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toMatch(/Damage|Severity|Headlight|Photo of/);
  });

  test('states that there is no damage, or that damages need a review', async () => {
    const none = await pdfText((await reported({ pricing: true }, { damages: 0, isAnalysed: true })).pdf);
    expect(none).toContain('No damage was found.');
    const lost = await pdfText((await reported({ pricing: true }, { part: 'ignore' })).pdf);
    expect(lost).toContain('1, 2: the part is not identified');
    expect(lost.match(/^To review$/gm)).toHaveLength(3); // tiles: severity and price; table: operation
    expect(lost).not.toContain('€0.00');
  });

  test('states that the damage is unknown, without a number or a price, if no analysis succeeded', async () => {
    const text = await pdfText((await reported({ pricing: true }, { damages: 0 })).pdf);
    expect(text).toContain('Unknown');
    expect(text).toContain('No person has confirmed the condition of this vehicle.');
    expect(text).not.toMatch(/€|^0$|No damage was found/m);
  });

  test('leaves out a part whose damages were deleted, though a user set its price', async () => {
    const { kerbside, id } = await inspected({ damages: 1, part: 'hood', isAnalysed: true });
    await kerbside.severities.createOne(id, { label: 'hood', pricing: 500 });
    const reports = createNodeReports(kerbside, { now: () => NOW, timeZone: 'UTC' });
    const text = async () => {
      await reports.requestOne(id, { pricing: true });
      return pdfText(await (await reports.whenReady(id)).pdf.arrayBuffer());
    };
    expect(await text()).toContain('€500.00');
    const [damageId = ''] = Object.keys((await kerbside.inspections.getOne(id)).entities.damages);
    await kerbside.damages.deleteOne(id, damageId);
    expect(await text()).not.toMatch(/No damage was found|€/);
    await kerbside.inspections.confirmOne(id, { undamaged: true });
    expect(await text()).toContain('No damage was found.');
  });

  test('names what the model detected beside a correction', async () => {
    const { kerbside, id } = await inspected();
    const { entities } = await kerbside.inspections.getOne(id);
    const createdBy = { model: 'damage', version: '3.2.0', engine: 'onnxruntime-web 1.30.0 wasm' };
    for (const damage of Object.values(entities.damages))
      damage.correctedFrom = { createdBy, confidence: 0.62, damageType: 'body_crack', partType: 'ignore' };
    const api = {
      inspections: { ...kerbside.inspections, getOne: async () => ({ entities, result: id }) },
      images: kerbside.images,
    };
    const reports = createNodeReports(api, { now: () => NOW, timeZone: 'UTC' });
    await reports.requestOne(id);
    const text = await pdfText(await (await reports.whenReady(id)).pdf.arrayBuffer());
    expect(text).toContain('corrected, detected: Crack (62 %)');
    expect(text).toContain('3.2.0');
  });

  test('names the model that detected each damage', async () => {
    const { kerbside, id } = await inspected();
    const { entities } = await kerbside.inspections.getOne(id);
    const createdBy = { model: 'damage-large', version: '1.0.0', engine: 'onnxruntime-web 1.30.0 webgpu' };
    for (const damage of Object.values(entities.damages)) damage.createdBy = createdBy;
    const api = {
      inspections: { ...kerbside.inspections, getOne: async () => ({ entities, result: id }) },
      images: kerbside.images,
    };
    const reports = createNodeReports(api, { now: () => NOW, timeZone: 'UTC' });
    await reports.requestOne(id);
    const text = await pdfText(await (await reports.whenReady(id)).pdf.arrayBuffer());
    expect(text).toMatch(
      /damage-large\s+1\.0\.0\s+onnxruntime-web 1\.30\.0\s+webgpu\s+not allowed: for research\s+only\s+1, 2/,
    );
  });

  test('has wheels and readings', async () => {
    const { kerbside, id } = await inspected();
    const { entities } = await kerbside.inspections.getOne(id);
    const [imageId = ''] = Object.keys(entities.images);
    const createdBy = { model: 'wheels', version: '2.1.0', engine: 'onnxruntime-web 1.30.0 wasm' };
    const sure = <Label extends string>(prediction: Label) => ({ prediction, confidence: 0.93 });
    entities.wheelAnalysis.w = {
      id: 'w',
      imageId,
      wheelName: 'wheel_back_left',
      rimCondition: sure('DAMAGED'),
      rimMaterial: sure('ALU'),
      rimVisualAspect: sure('CLASSIC'),
      hubcapOverRim: sure('RIM_ONLY'),
      hubcapCondition: sure('NOT_APPLICABLE'),
      hubcapVisualAspect: sure('NOT_APPLICABLE'),
      createdBy,
    };
    entities.documents.d = { id: 'd', type: 'PLATE', imageId, content: { text: 'AB-123-CD' }, createdBy };
    const vin = { vin: '1HGBH41JXMN109186', checkDigit: 'right', confidence: 0.98 };
    entities.documents.e = { id: 'e', type: 'VIN', imageId, content: { fields: vin, lines: [] }, createdBy };
    const mileage = { mileage: { value: 41250, unit: 'km' } };
    entities.documents.f = { id: 'f', type: 'ODOMETER', imageId, content: { fields: mileage }, createdBy };
    const api = {
      inspections: { ...kerbside.inspections, getOne: async () => ({ entities, result: id }) },
      images: kerbside.images,
    };
    const reports = createNodeReports(api, { now: () => NOW, timeZone: 'UTC' });
    await reports.requestOne(id);
    const text = await pdfText(await (await reports.whenReady(id)).pdf.arrayBuffer());
    for (const expected of [
      'Rear left',
      'damaged (93 %)',
      'alloy (93 %)',
      'Number plate',
      'AB-123-CD',
      '1HGBH41JXMN109186 (98 %)',
      'check digit correct',
      '41,250 km',
      'wheels',
      '2.1.0',
    ]) {
      expect(text).toContain(expected);
    }
  });
});

describe('for any content', () => {
  const hostile = {
    agentFirstName: '🚗'.repeat(50),
    agentLastName: 'x'.repeat(256),
    agentCompany: 'שלום \u202eevil',
    agentCompanyCity: 'a\u0000\u0007b',
    vehicleOwnerFirstName: 'Łukasz',
    vehicleOwnerLastName: 'W'.repeat(256),
    vehicleOwnerAddress: 'long '.repeat(1_900),
    dateOfStart: 'x'.repeat(256),
    vinOrRegistering: 'z'.repeat(256),
    comment: `${'W'.repeat(2_000)}\n${'Lorem ipsum '.repeat(600)}`,
  };

  test('text stays inside the page and above the footer', async () => {
    const { pdf } = await reported(
      { clientName: 'Q'.repeat(256), pricing: true },
      { pdfData: hostile, names: ['🚗 '.repeat(60)], damages: 120 },
    );
    const document = await PDFDocument.load(pdf);
    const font = await document.embedFont('Helvetica-Bold'); // the widest font in use
    const pages = await pdfTexts(pdf);
    expect(pages.length).toBeGreaterThan(3);
    for (const { text, x, y, size } of pages.flat()) {
      expect(x, text).toBeGreaterThanOrEqual(47);
      expect(y, text).toBeGreaterThanOrEqual(30);
      const isMono = size === 6.3;
      const width = isMono ? text.length * 0.6 * size : font.widthOfTextAtSize(text, size);
      expect(x + width, text).toBeLessThanOrEqual(595.28 - 47 + 0.1 * width); // measured in the widest font
    }
  });

  test('the table lists all damages of a part', async () => {
    const { pdf } = await reported({}, { damages: 120, part: 'hood' });
    const lines = (await pdfTexts(pdf)).flat();
    expect(lines.filter(({ y }) => y < 30)).toEqual([]);
    const text = lines.map((line) => line.text).join('\n');
    for (let number = 1; number <= 120; number += 1) {
      expect(text).toMatch(
        new RegExp(`^${number} (Scratch|Dent|Broken light|Rust|Paint peeling|Smash)$`, 'm'),
      );
    }
  });

  test('the same inspection gives the same bytes', async () => {
    const { kerbside, id, pdf } = await reported({ pricing: true });
    const again = createNodeReports(kerbside, { now: () => NOW, timeZone: 'UTC' });
    await again.requestOne(id, { pricing: true });
    expect(await (await again.whenReady(id)).pdf.arrayBuffer()).toEqual(pdf);
  });

  test('a report with 20 phone photos is smaller than 5 MB', { tags: 'long' }, async () => {
    const grainy = await jpegPhoto({ seed: 9, width: 2048, height: 1536, bytes: 900_000 });
    const photos = Array.from({ length: 20 }, () => grainy);
    const { pdf } = await reported({ pricing: true }, { photos, damages: 12 });
    expect(pdf.byteLength).toBeLessThan(5_000_000);
    const document = await PDFDocument.load(pdf);
    expect(document.getPageCount()).toBe(6);
  });
});

describe('requesting a report', () => {
  const withMaker = async (
    maker: Partial<ReportMaker>,
    more: Partial<Pick<ReportsDeps, 'store' | 'remote' | 'fetch' | 'now' | 'sleep'>> = {},
  ) => {
    const { kerbside, id } = await inspected();
    let requests = 0;
    const reports = new DeviceReports({
      api: kerbside,
      maker: { ...createNodeReportMaker(), ...maker },
      store: createMemoryReportStore(),
      fetch,
      now: () => NOW,
      timeZone: 'UTC',
      newId: () => `report-${++requests}`,
      sleep: async () => {},
      ...more,
    });
    return { kerbside, id, reports };
  };

  /** Builds reports, but not before `release` is called. */
  const createHeldBuild = () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const maker = createNodeReportMaker();
    const build: ReportMaker['build'] = async (...args) => {
      await released;
      return maker.build(...args);
    };
    return { build, release: () => release() };
  };

  // Proves spec 4.21.
  test('without a request, getOne throws report_not_ready with the message of the service', async () => {
    const { id, reports } = await withMaker({});
    const error = await rejection(reports.getOne(id));
    expect(error).toMatchObject({
      code: 'report_not_ready',
      message: 'PDF has not been required to be generated',
      details: { requested: false },
      retryable: false,
    });
  });

  test('getOne throws a retryable error while the report is made', async () => {
    const { build, release } = createHeldBuild();
    const { id, reports } = await withMaker({ build });
    expect(await reports.requestOne(id)).toEqual({ id: 'report-1' });
    expect(await rejection(reports.getOne(id))).toMatchObject({ code: 'report_not_ready', retryable: true });
    release();
    const report = await reports.whenReady(id);
    expect(report).toMatchObject({ id: 'report-1', inspectionId: id, madeBy: 'device' });
    expect(report.pdf.type).toBe('application/pdf');
    expect(await reports.getOne(id)).toMatchObject({ id: 'report-1' });
  });

  test('makes a report that a reload stopped when it is next read', async () => {
    const store = createMemoryReportStore();
    const never = new Promise<never>(() => {});
    const { kerbside, id, reports } = await withMaker({ build: () => never }, { store });
    await reports.requestOne(id, { language: 'fr' });
    const after = new DeviceReports({
      api: kerbside,
      maker: createNodeReportMaker(),
      store,
      fetch,
      now: () => NOW,
      timeZone: 'UTC',
      newId: () => 'report-2',
      sleep: async () => {},
    });
    expect(await rejection(after.getOne(id))).toMatchObject({ code: 'report_not_ready', retryable: true });
    const { pdf } = await vi.waitFor(() => after.getOne(id), { timeout: 15_000 });
    expect(await pdfText(await pdf.arrayBuffer())).toContain('Rapport d’inspection du véhicule');
  });

  test('throws the error of a report that failed, and makes it on a new request', async () => {
    let isBroken = true;
    const { build } = createNodeReportMaker();
    const { id, reports } = await withMaker({
      build: async (...args) => {
        if (isBroken) throw new Error('out of paper');
        return build(...args);
      },
    });
    await reports.requestOne(id);
    expect(await rejection(reports.whenReady(id))).toMatchObject({
      code: 'report_failed',
      message: 'out of paper',
    });
    isBroken = false;
    await reports.requestOne(id);
    expect((await reports.whenReady(id)).madeBy).toBe('device');
  });

  test('whenReady retries a report that failed with a retryable error', async () => {
    let isOffline = true;
    let tries = 0;
    const { build } = createNodeReportMaker();
    const { id, reports } = await withMaker({
      build: async (...args) => {
        tries += 1;
        if (isOffline) throw new KerbsideError('worker_lost', 'no script', { retryable: true });
        return build(...args);
      },
    });
    await reports.requestOne(id);
    const lost = { code: 'worker_lost', retryable: true };
    expect(await rejection(reports.whenReady(id))).toMatchObject(lost);
    expect(await rejection(reports.getOne(id))).toMatchObject(lost);
    expect(await rejection(reports.whenReady(id))).toMatchObject(lost);
    expect(tries).toBe(2);
    isOffline = false;
    expect(await reports.whenReady(id)).toMatchObject({ id: 'report-1', madeBy: 'device' });
    expect(await reports.getOne(id)).toMatchObject({ id: 'report-1' });
  });

  test('makes a report again if neither it nor its failure could be stored', async () => {
    const memory = createMemoryReportStore();
    let isFull = false;
    const full = new KerbsideError('storage_full', 'no room', { retryable: true });
    const put = async (record: ReportRecord) => {
      if (isFull) throw full;
      await memory.put(record);
    };
    const { id, reports } = await withMaker({}, { store: { ...memory, put } });
    await reports.requestOne(id);
    isFull = true;
    expect(await rejection(reports.whenReady(id))).toMatchObject({ code: 'storage_full' });
    isFull = false;
    expect((await reports.whenReady(id)).madeBy).toBe('device');
    expect((await reports.getOne(id)).madeBy).toBe('device');
  });

  test('aborting whenReady does not stop the report', async () => {
    const { build, release } = createHeldBuild();
    const { id, reports } = await withMaker({ build });
    await reports.requestOne(id);
    const controller = new AbortController();
    const waiting = rejection(reports.whenReady(id, { signal: controller.signal }));
    controller.abort();
    expect(await waiting).toMatchObject({ code: 'aborted' });
    release();
    expect((await reports.whenReady(id)).madeBy).toBe('device');
  });

  test('deleteOne removes a report, also while it is made', async () => {
    const { id, reports } = await withMaker({});
    await reports.requestOne(id);
    await reports.whenReady(id);
    await reports.deleteOne(id);
    expect(await rejection(reports.getOne(id))).toMatchObject({ details: { requested: false } });
    await reports.requestOne(id);
    const waiting = rejection(reports.whenReady(id));
    await reports.deleteOne(id);
    expect(await waiting).toMatchObject({ details: { requested: false } });
  });

  test('shows a photo that cannot be decoded as missing', async () => {
    const { id, reports } = await withMaker({ scalePhotos: async (photos) => photos.map(() => undefined) });
    await reports.requestOne(id);
    const { pdf } = await reports.whenReady(id);
    expect(await pdfText(await pdf.arrayBuffer())).toContain('This photo cannot be shown here.');
  });

  test('shows an evicted photo as missing', async () => {
    const { kerbside, store, id } = await inspected();
    const [imageId = ''] = Object.keys((await kerbside.inspections.getOne(id)).entities.images);
    const remoteId = { localId: imageId, remoteId: 'there', inspectionId: id, kind: 'image' } as const;
    await store.record([{ type: 'map', remoteId }]);
    await store.dropPhoto(imageId);
    const reports = createNodeReports(kerbside, { now: () => NOW, timeZone: 'UTC' });
    await reports.requestOne(id);
    const { pdf } = await reports.whenReady(id);
    expect(await pdfText(await pdf.arrayBuffer())).toContain('This photo cannot be shown here.');
  });

  test.each([
    { fits: 'the failure', isFull: (record: ReportRecord) => record.pdf !== undefined },
    { fits: 'nothing', isFull: (record: ReportRecord) => record.pdf ?? record.failure },
  ])(
    'fails without space, and is not made again until the next request ($fits can be stored)',
    async ({ isFull }) => {
      let builds = 0;
      const memory = createMemoryReportStore();
      const { build } = createNodeReportMaker();
      const { id, reports } = await withMaker(
        {
          build: (...args) => {
            builds += 1;
            return build(...args);
          },
        },
        {
          store: {
            ...memory,
            put: async (record) => {
              if (builds === 1 && isFull(record)) throw new KerbsideError('storage_full', 'no room');
              return memory.put(record);
            },
          },
        },
      );
      await reports.requestOne(id);
      const full = { code: 'storage_full', message: 'no room' };
      expect(await rejection(reports.whenReady(id))).toMatchObject(full);
      expect(await rejection(reports.getOne(id))).toMatchObject(full);
      expect(builds).toBe(1);
      await reports.requestOne(id);
      expect((await reports.whenReady(id)).madeBy).toBe('device');
    },
  );

  test('accepts the remote id of the inspection', async () => {
    const { kerbside, store, id } = await inspected();
    const remoteId = { localId: id, remoteId: 'remote-7', inspectionId: id, kind: 'inspection' } as const;
    await store.record([{ type: 'map', remoteId }]);
    const reports = createNodeReports(kerbside, { now: () => NOW, timeZone: 'UTC' });
    await reports.requestOne('remote-7');
    expect((await reports.whenReady('remote-7')).inspectionId).toBe(id);
    expect((await reports.getOne(id)).madeBy).toBe('device');
    await reports.deleteOne('remote-7');
    expect(await rejection(reports.getOne(id))).toMatchObject({ code: 'report_not_ready' });
  });

  test('rejects an unknown inspection and an unknown language', async () => {
    const { id, reports } = await withMaker({});
    expect(await rejection(reports.requestOne('nowhere'))).toMatchObject({ code: 'not_found' });
    // @ts-expect-error: not one of the languages
    expect(await rejection(reports.requestOne(id, { language: 'de' }))).toMatchObject({
      code: 'invalid_input',
    });
  });

  describe('with a service', () => {
    const service = (over: Partial<RemoteReports> = {}): RemoteReports => ({
      request: async () => ({ id: 'remote-1' }),
      getOne: async () => ({ id: 'remote-1', pdfUrl: 'https://service.example/report.pdf' }),
      upload: async () => ({ id: 'remote-1' }),
      ...over,
    });
    const offline = async (): Promise<never> => {
      throw new KerbsideError('remote_unavailable', 'no network', { retryable: true });
    };
    const notReady = async (): Promise<never> => {
      throw new KerbsideError('report_not_ready', 'still being made', { retryable: true });
    };

    // Proves spec 4.21.
    test('requests the report from the service, and stores the download', async () => {
      let fetches = 0;
      const { id, reports } = await withMaker(
        {},
        {
          remote: service(),
          fetch: async () => {
            fetches += 1;
            return new Response('%PDF-1.7 made elsewhere');
          },
        },
      );
      expect(await reports.requestOne(id)).toEqual({ id: 'remote-1' });
      for (const report of [await reports.getOne(id), await reports.getOne(id)]) {
        expect(report.madeBy).toBe('remote');
        expect(await report.pdf.text()).toBe('%PDF-1.7 made elsewhere');
      }
      expect(fetches).toBe(1);
    });

    test('whenReady polls until the service has made it', async () => {
      const polls = [notReady, offline, notReady];
      const remote = service();
      const { id, reports } = await withMaker(
        {},
        {
          remote: { ...remote, getOne: (inspectionId) => polls.shift()?.() ?? remote.getOne(inspectionId) },
          fetch: async () => new Response('%PDF-1.7 made elsewhere'),
        },
      );
      await reports.requestOne(id);
      expect((await reports.whenReady(id)).madeBy).toBe('remote');
      expect(polls).toEqual([]);
    });

    test('whenReady can be aborted while the service makes the report', async () => {
      const { id, reports } = await withMaker(
        {},
        { remote: service({ getOne: () => new Promise(() => {}) }) },
      );
      await reports.requestOne(id);
      const controller = new AbortController();
      const waiting = rejection(reports.whenReady(id, { signal: controller.signal }));
      controller.abort();
      expect(await waiting).toMatchObject({ code: 'aborted' });
    });

    test('rejects the page of a captive portal', async () => {
      const { id, reports } = await withMaker(
        {},
        { remote: service(), fetch: async () => new Response('<html>Welcome!') },
      );
      await reports.requestOne(id);
      expect(await rejection(reports.getOne(id))).toMatchObject({
        code: 'remote_unavailable',
        retryable: true,
      });
    });

    test('the device makes the report offline and uploads it later', async () => {
      const uploaded: [string, number][] = [];
      const { id, reports } = await withMaker(
        {},
        {
          remote: service({
            request: offline,
            upload: async (inspectionId, pdf) => uploaded.push([inspectionId, pdf.size]),
          }),
        },
      );
      await reports.requestOne(id);
      const { madeBy, pdf } = await reports.whenReady(id);
      await reports.upload(id);
      expect(madeBy).toBe('device');
      expect(uploaded).toEqual([[id, pdf.size]]);
    });

    test.each(['unauthorized', 'forbidden', 'not_found'] as const)(
      'the device makes the report if the service responds with %s',
      async (code) => {
        const request = () => Promise.reject(new KerbsideError(code, 'Not allowed.'));
        const { id, reports } = await withMaker({}, { remote: service({ request }) });
        await reports.requestOne(id);
        expect((await reports.whenReady(id)).madeBy).toBe('device');
      },
    );

    const rejected = (code: ErrorCode) => () => Promise.reject(new KerbsideError(code, 'Not allowed.'));
    test.each([
      { failure: 'keeps failing', getOne: offline },
      { failure: 'lost the request', getOne: rejected('report_not_ready') },
      { failure: 'ends the login', getOne: rejected('unauthorized') },
      { failure: 'never finishes', getOne: notReady },
    ])(
      'the device makes the report if the service accepts the request and then $failure',
      async ({ getOne }) => {
        let now = NOW;
        const sleep = async (milliseconds: number) => {
          now += milliseconds;
        };
        const { id, reports } = await withMaker({}, { remote: service({ getOne }), now: () => now, sleep });
        const { id: reportId } = await reports.requestOne(id);
        expect(await reports.whenReady(id)).toMatchObject({ id: reportId, madeBy: 'device' });
        expect(now - NOW).toBeLessThanOrEqual(60_000);
        expect((await reports.getOne(id)).madeBy).toBe('device');
      },
    );

    test('does not make a report that was deleted while the service failed', async () => {
      const polls = [offline, offline];
      const { id, reports } = await withMaker(
        {},
        {
          remote: service({
            getOne: async () => {
              if (polls.length === 0) await reports.deleteOne(id);
              return (polls.shift() ?? offline)();
            },
          }),
        },
      );
      await reports.requestOne(id);
      expect(await rejection(reports.whenReady(id))).toMatchObject({ details: { requested: false } });
    });

    test('throws any other error of the service', async () => {
      const request = () => Promise.reject(new KerbsideError('invalid_input', 'No such language.'));
      const { id, reports } = await withMaker({}, { remote: service({ request }) });
      expect(await rejection(reports.requestOne(id))).toMatchObject({ code: 'invalid_input' });
    });
  });
});

describe('renderReport', () => {
  test('renders an inspection as a store returns it', async () => {
    const store = new MemoryStore();
    const kerbside = await openKerbside({ user: { id: 'ann' }, store, estimator: repairEstimates() });
    opened.push(kerbside);
    const id = await reportInspection(kerbside, { photos: [photo], width: 800, height: 600, damages: 1 });
    const loaded = await store.load(id);
    if (!loaded) throw new Error('The store lost the inspection');
    const read = async (imageId: string) => (await kerbside.images.photo(imageId)).bytes;
    const pdf = await renderReport(loaded.state, read, { pricing: true, language: 'en' });
    expect(await pdfText(pdf)).toContain('Vehicle inspection report');
  });
});
