import { describe, expect, test } from 'vitest';
import { LIMITS } from '../domain/limits.ts';
import type { DeviceResults } from '../domain/outbox/device-results.ts';
import type { SeverityResult } from '../domain/records/severity.ts';
import { applyDeviceResults, type CompletedRecords } from './apply-device-results.ts';
import { readDeviceResults } from './device-results.ts';
import { toWireDeviceResults } from './device-results-body.ts';

const model = { model: 'damage', version: '3', engine: 'wasm' };
const rules = { model: 'repair-rules', version: '2', engine: 'rules' };
const cost = { totalCost: 12_000, range: { low: 9_000, high: 15_000 }, currency: 'EUR' };
const labourDetails = { t1: 1, t2: 0, t3: 0, m1: 0, m2: 0, m3: 0, paintHours: 1, labourHours: 1 };

const RESULTS: DeviceResults = {
  imageOrder: ['i1', 'i2'],
  detectionLimits: [
    {
      imageId: 'i2',
      model: 'damage 4.0.0',
      scale: { pixelsPerCm: 2.4, low: 2, high: 2.9, from: 'wheel' },
      limits: [
        { damageType: 'scratch', half: 20, most: 40 },
        { damageType: 'dent', partType: 'hood' },
      ],
    },
  ],
  damages: [
    {
      id: 'd1',
      createdBy: 'user',
      correctedFrom: { createdBy: model, confidence: 0.8, damageType: 'dent', partType: 'hood' },
      confirmedAt: '2026-03-01T10:00:00.000Z',
    },
  ],
  views: [{ id: 'v1', createdBy: model, confidence: 0.7 }],
  partViews: [
    {
      partType: 'hood',
      imageId: 'i1',
      boundingBox: { xmin: 1, ymin: 2, width: 3, height: 4 },
      createdBy: model,
    },
  ],
  severities: [{ label: 'hood', createdBy: rules, value: { level: 2 }, damageIds: ['d1'] }],
  userSeverities: [{ id: 's1', value: { pricing: 120 } }],
  estimate: {
    total: {
      ...cost,
      damageIds: ['d1'],
      toReview: [],
      vehicleClass: 'medium',
      pricingVersion: 'example-1',
      createdBy: rules,
      createdAt: '2026-03-01T10:00:00.000Z',
    },
    operations: [
      {
        partType: 'hood',
        operation: {
          ...cost,
          name: 'paint',
          severity: 2,
          labourDetails,
          piecesOemCost: 0,
          damageIds: ['d1'],
          severityIds: ['s1'],
        },
      },
    ],
  },
  wheelAnalysis: [],
  documents: [
    {
      id: 'o1',
      type: 'VIN',
      imageId: 'i1',
      createdBy: model,
      content: { lines: [{ text: 'x' }], fields: { vin: 'V' } },
    },
  ],
};

const userSeverity: SeverityResult = {
  id: 's1',
  label: 'hood',
  isUserModified: true,
  relatedItemType: 'part',
  createdBy: 'user',
  value: { customSeverity: { pricing: 120 } },
};
const SERVICE: CompletedRecords = {
  images: [{ id: 'i3' }, { id: 'i2' }, { id: 'i1' }],
  damages: [{ id: 'd1', damageType: 'smash', partType: 'hood', createdAt: '', createdBy: 'user' }],
  parts: [{ id: 'p1', partType: 'hood', createdBy: 'user' }],
  views: [],
  severityResults: [
    {
      ...userSeverity,
      id: 's0',
      isUserModified: false,
      createdBy: rules,
      value: { customSeverity: { level: 1 } },
    },
    userSeverity,
  ],
  wheelAnalysis: [],
  documents: [],
};

describe('results of a device in additional data', () => {
  test('are read as they were written', () => {
    const data = { own: 1, kerbside_results: JSON.parse(JSON.stringify(toWireDeviceResults(RESULTS))) };
    expect(readDeviceResults(data)).toEqual(RESULTS);
  });

  test.each([undefined, 'text', [], {}, { version: 2 }, { version: 1, damages: [{ id: 7 }] }])(
    'are ignored if another client wrote %j',
    (value) => {
      expect(readDeviceResults({ kerbside_results: value })).toBeUndefined();
      expect(readDeviceResults(undefined)).toBeUndefined();
    },
  );

  test('are bounded: texts are left out first, severities and prices stay', () => {
    const long = { lines: ['x'.repeat(LIMITS.deviceResultsBytes)], fields: { vin: 'V' } };
    const documents = RESULTS.documents.map((one) => ({ ...one, content: long }));
    const data = toWireDeviceResults({ ...RESULTS, documents });
    expect(data.left_out).toEqual(['lines']);
    expect(readDeviceResults({ kerbside_results: data })).toEqual({
      ...RESULTS,
      documents: RESULTS.documents.map((one) => ({ ...one, content: { fields: { vin: 'V' } } })),
    });
    const imageOrder = Array.from({ length: 1_000 }, (_, index) => `${index}`.padStart(64, '0'));
    expect(toWireDeviceResults({ ...RESULTS, imageOrder }).left_out).toEqual([
      'lines',
      'part_limits',
      'image_order',
    ]);
    const damages = Array.from({ length: 2_000 }, (_, index) => ({ id: `d${index}`, createdBy: model }));
    const many = toWireDeviceResults({ ...RESULTS, damages });
    expect(JSON.stringify(many).length).toBeLessThan(LIMITS.deviceResultsBytes);
    expect(readDeviceResults({ kerbside_results: many })?.estimate).toEqual(RESULTS.estimate);
  });
});

describe('the records of the service', () => {
  test('get origin, severity, prices and readings of the device', () => {
    const { damages, severityResults, parts, vehicle, documents, views } = applyDeviceResults(
      SERVICE,
      RESULTS,
    );
    expect(damages[0]).toMatchObject({ damageType: 'smash', ...RESULTS.damages[0] });
    expect(severityResults.find(({ isUserModified }) => !isUserModified)).toMatchObject({
      id: 's0',
      value: { customSeverity: { level: 2 } },
    });
    expect(severityResults).toContainEqual(userSeverity);
    expect(parts[0]?.partOperation).toEqual(RESULTS.estimate?.operations[0]?.operation);
    expect(vehicle?.repairEstimate).toEqual(RESULTS.estimate?.total);
    expect(documents).toEqual(RESULTS.documents);
    expect(views).toMatchObject([{ damageId: 'p1', imageId: 'i1', createdBy: model }]);
  });

  test('keep their own severity and estimate if a damage was added there', () => {
    const added = { ...SERVICE, damages: [...SERVICE.damages, { ...SERVICE.damages[0], id: 'd2' }] };
    const changed = applyDeviceResults(added as CompletedRecords, RESULTS);
    expect(changed.severityResults).toEqual(SERVICE.severityResults);
    expect(changed.parts).toEqual(SERVICE.parts);
    expect(changed.vehicle).toBeUndefined();
  });

  test('keep their own estimate if a severity was changed there', () => {
    const priced = { ...userSeverity, value: { customSeverity: { pricing: 90 } } };
    const changed = applyDeviceResults({ ...SERVICE, severityResults: [priced] }, RESULTS);
    expect(changed.vehicle).toBeUndefined();
  });

  test('are in the order of the device, with photos that it does not know at the end', () => {
    const { images } = applyDeviceResults(SERVICE, RESULTS);
    expect(images.map(({ id }) => id)).toEqual(['i1', 'i2', 'i3']);
  });

  test('get the detection limits of the device, unless they have their own', () => {
    const own = { model: 'damage-server 1.0.0', limits: [] };
    const [second, first] = [{ id: 'i2' }, { id: 'i1', detectionLimit: own }];
    const { images } = applyDeviceResults({ ...SERVICE, images: [second, first] }, RESULTS);
    const { imageId: _imageId, ...limit } = RESULTS.detectionLimits[0] ?? {};
    expect(images).toEqual([
      { id: 'i1', detectionLimit: own },
      { id: 'i2', detectionLimit: limit },
    ]);
  });

  test('keep their own documents and views of parts', () => {
    const own = { ...RESULTS.documents[0], id: 'own' } as DeviceResults['documents'][number];
    expect(applyDeviceResults({ ...SERVICE, documents: [own] }, RESULTS).documents).toEqual([own]);
  });
});
