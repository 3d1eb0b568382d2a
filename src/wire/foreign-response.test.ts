import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyValue } from '../../test/node/support/arbitrary-input.ts';
import { inspectionEntities } from '../../test/node/support/arbitrary-inspection.ts';
import { isKerbsideError } from '../errors.ts';
import { fromWireId } from './decode-response.ts';
import { fromWireInspection, toWireInspection } from './inspection.ts';
import { fromWireInspectionPage } from './page.ts';
import { fromWireTasks } from './task.ts';

/** An inspection as another service sends it: with fields that we do not know, and without some that we send. */
const foreign = {
  id: 'i-1',
  object_type: 'INSPECTION',
  created_at: '2024-05-01T10:00:00.000000+00:00',
  deleted_at: null,
  owner_id: 'auth0|1',
  creator_id: 'auth0|1',
  inspection_type: null,
  additional_data: { user_agent: 'x', camelCase: { snake_case: 1 } },
  pdf_generation_ready: false,
  vehicle: {
    object_type: 'VEHICLE',
    serie: 'II',
    vehicule_age: 4,
    vin: null,
    mileage_value: 12_000,
    mileage_unit: 'km',
    market_value_value: 9_000,
    market_value_unit: null,
    repair_estimate: { total: 900 },
  },
  tasks: [
    { id: 't-1', name: 'image_ocr', status: 'DONE', confidence_post_execution: 0.4, error_messages: null },
    { id: 't-2', name: 'damage_detection', status: 'DONE', images: [{ image_id: 'p-1', details: null }] },
    { id: 't-3', name: 'human_in_the_loop', status: 'SOMETHING_NEW' },
  ],
  images: [
    {
      id: 'p-1',
      name: null,
      path: 'https://storage.example.org/p-1.jpg?signature=abc',
      mimetype: 'image/jpeg',
      image_width: 800,
      image_height: 600,
      binary_size: 150_000,
      tasks: ['damage_detection', 'dashboard_ocr', { name: 'image_ocr' }, { name: 'human_in_the_loop' }],
      viewpoint: { prediction: 'front', confidence: 0.9 },
      compliances: {
        coverage_360: {
          status: 'DONE',
          is_compliant: false,
          reasons: ['BLURRINESS--blurry'],
          sight_id: null,
        },
        image_quality_assessment: { status: 'TODO', is_compliant: null, details: { blurriness_score: null } },
      },
      rendered_outputs: [{ id: 'o-1' }],
      views: [
        {
          id: 'v-1',
          element_id: 'd-1',
          created_by: 'algo',
          image_region: {
            id: 'r-1',
            image_id: 'p-1',
            specification: {
              bounding_box: null,
              polygons: [
                [
                  [1, 2],
                  [5, 2],
                  [5, 8],
                ],
              ],
            },
          },
        },
        {
          id: 'v-2',
          element_id: 'part-1',
          image_region: { specification: { bounding_box: { xmin: 0, ymin: 0, width: 9, height: 9 } } },
        },
      ],
    },
  ],
  damages: [{ id: 'd-1', damage_type: 'dent', part_ids: ['part-1'], related_images: [{}] }],
  parts: [{ id: 'part-1', part_type: 'hood', damage_ids: ['d-1'], part_operation: { name: 'painting' } }],
  severity_results: [{ id: 's-1', label: 'hood', related_item_type: 'part', value: null }],
  wheel_analysis: [
    {
      wheel_name: 'wheel_front_left',
      image_id: 'p-1',
      rim_material: { prediction: 'CARBON', confidence: 1 },
    },
  ],
  documents: [{ id: 'doc-1', type: 'ID_FR', content: { given_names: 'Ada' } }],
};

describe('an inspection of another service', () => {
  const { result, entities } = fromWireInspection(foreign);

  test('keeps the app’s own data and derives missing fields', () => {
    expect(result).toBe('i-1');
    expect(entities.inspections['i-1']).toMatchObject({
      status: 'DONE',
      vehicle: 'i-1:vehicle',
      tasks: ['t-1', 't-2'],
      additionalData: foreign.additional_data,
    });
    expect(entities.inspections['i-1']).not.toHaveProperty('deletedAt');
  });

  // Proves wire C7.
  test('reads both spellings of a vehicle’s fields, and only amounts with a unit', () => {
    expect(entities.vehicles['i-1:vehicle']).toEqual({
      id: 'i-1:vehicle',
      series: 'II',
      vehicleAge: '4',
      mileage: { value: 12_000, unit: 'km' },
    });
  });

  test('drops tasks that are not in the specification', () => {
    expect(Object.values(entities.tasks).map(({ name }) => name)).toEqual(['images_ocr', 'damage_detection']);
    expect(entities.images['p-1']?.tasks).toEqual([{ name: 'damage_detection' }, { name: 'images_ocr' }]);
  });

  // Proves wire F2.
  test('derives a missing box from polygons, and drops views of parts', () => {
    expect(entities.views).toEqual({
      'v-1': expect.objectContaining({
        imageId: 'p-1',
        damageId: 'd-1',
        boundingBox: { xmin: 1, ymin: 2, width: 4, height: 6 },
        createdBy: { model: 'algo', version: 'unknown', engine: 'remote' },
      }),
    });
    expect(entities.images['p-1']).toMatchObject({
      name: 'p-1',
      views: ['v-1'],
      sha256: '',
      imageType: 'unknown',
    });
  });

  test('derives the part type of a damage from its parts, and drops an unknown estimate format', () => {
    expect(entities.damages['d-1']).toMatchObject({ partType: 'hood', parts: ['part-1'] });
    expect(entities.parts['part-1']).not.toHaveProperty('partOperation');
  });

  test.each(['euros', 'eur', '€', '', 7])(
    'drops prices in the currency %j, which nothing can format',
    (currency) => {
      const cost = { total_cost: 5, range: { low: 4, high: 6 }, currency };
      const estimate = { ...cost, vehicle_class: 'car', pricing_version: '1' };
      const hours = { t1: 1, t2: 1, t3: 1, m1: 1, m2: 1, m3: 1, paint_hours: 1, labour_hours: 1 };
      const operation = { ...cost, name: 'paint', severity: 1, labour_details: hours, pieces_oem_cost: 0 };
      const { entities } = fromWireInspection({
        ...foreign,
        vehicle: { ...foreign.vehicle, repair_estimate: estimate },
        parts: [{ id: 'part-1', part_type: 'hood', damage_ids: ['d-1'], part_operation: operation }],
      });
      expect(entities.vehicles['i-1:vehicle']).toMatchObject({ series: 'II' });
      expect(entities.vehicles['i-1:vehicle']).not.toHaveProperty('repairEstimate');
      expect(entities.parts['part-1']).not.toHaveProperty('partOperation');
    },
  );

  test('attributes records of the inspection’s owner or creator to the user', () => {
    const inspection = { ...foreign, creator_id: 'auth0|2' };
    const damage = { damage_type: 'dent', part_ids: ['part-1'] };
    const damages = ['auth0|1', 'auth0|2', 'auth0|3', 'algo'].map((by, n) => ({
      ...damage,
      id: `d-${n + 1}`,
      created_by: by,
    }));
    const [image] = foreign.images;
    const views = image?.views.map((one) => ({ ...one, element_id: 'd-4', created_by: 'auth0|1' }));
    const severity_results = [{ id: 's-1', label: 'hood', created_by: 'auth0|2' }];
    const response = { ...inspection, damages, severity_results, images: [{ ...image, views }] };
    const { entities } = fromWireInspection(response);
    const by = (records: Record<string, { createdBy: unknown }>) =>
      Object.values(records).map(({ createdBy }) => (createdBy === 'user' ? 'user' : 'model'));
    expect(by(entities.damages)).toEqual(['user', 'user', 'model', 'model']);
    expect(by(entities.views)).toEqual(['user', 'user']);
    expect(by(entities.severityResults)).toEqual(['user']);
  });

  test('reads unknown enum values as UNKNOWN', () => {
    const [wheel] = Object.values(entities.wheelAnalysis);
    expect(wheel).toMatchObject({
      id: 'p-1:wheel_front_left',
      rimMaterial: { prediction: 'UNKNOWN', confidence: 1 },
      rimCondition: { prediction: 'UNKNOWN', confidence: 0 },
    });
    expect(entities.severityResults['s-1']).toMatchObject({ value: { customSeverity: {} } });
  });
});

// Proves spec 2.16.
test('reads tasks that have only a name', () => {
  expect(fromWireTasks({ wheel_analysis: {} }, 'i-1')).toMatchObject([
    { id: 'i-1:wheel_analysis', name: 'wheel_analysis', status: 'NOT_STARTED', images: [] },
  ]);
});

test('ignores unknown fields in every record', () => {
  fc.assert(
    fc.property(inspectionEntities, ({ id, entities }) => {
      const wire = toWireInspection(id, entities);
      expect(fromWireInspection(addUnknownFields(wire))).toEqual({ result: id, entities });
    }),
    { numRuns: 30 },
  );
});

/** Fields whose content belongs to the app. */
const APP_FIELDS = ['additional_data', 'damage_areas', 'documents', 'tasks'];

/** Adds an unknown field to every record. */
function addUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    APP_FIELDS.includes(name) ? field : addUnknownFields(field),
  ]);
  return { ...Object.fromEntries(fields), ...('id' in value && { newer_field: [{}] }) };
}

describe('rejects with remote_invalid', () => {
  test.each([
    ['nothing', undefined],
    ['HTML', '<html>Sign in to use this network</html>'],
    ['a list', [foreign]],
    ['an inspection without its id', { ...foreign, id: undefined }],
    ['a damage of an unknown type', { ...foreign, damages: [{ id: 'd', damage_type: 'meteorite' }] }],
    ['images of the wrong type', { ...foreign, images: [7] }],
    ['an id that is a property of objects', { ...foreign, id: '__proto__' }],
  ])('%s', (_what, json) => {
    expect(() => fromWireInspection(json)).toThrow(
      expect.objectContaining({ code: 'remote_invalid', retryable: true }),
    );
  });

  test('reads any value or throws remote_invalid', () => {
    fc.assert(
      fc.property(anyValue, (json) => {
        for (const read of [fromWireId, fromWireInspection, fromWireInspectionPage, tasksOf]) {
          try {
            read(json);
          } catch (error) {
            if (!isKerbsideError(error, 'remote_invalid')) throw error;
          }
        }
      }),
    );
  });

  const tasksOf = (json: unknown) => fromWireTasks(json, 'i-1');
});
