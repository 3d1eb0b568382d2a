import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyValue } from '../../test/node/support/arbitrary-input.ts';
import { inspectionEntities } from '../../test/node/support/arbitrary-inspection.ts';
import { isKerbsideError } from '../errors.ts';
import { fromWireInspection, toWireInspection } from './inspection.ts';
import { fromWireInspectionPage } from './page.ts';
import { fromWireId } from './read-response.ts';
import { fromWireTasks } from './task.ts';

/** An inspection as a service answers that nobody here wrote: with more than we know, and less than we send. */
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

  test('keeps what is the caller’s own, and works out what is not said', () => {
    expect(result).toBe('i-1');
    expect(entities.inspections['i-1']).toMatchObject({
      status: 'DONE',
      vehicle: 'i-1:vehicle',
      tasks: ['t-1', 't-2'],
      additionalData: foreign.additional_data,
    });
    expect(entities.inspections['i-1']).not.toHaveProperty('deletedAt');
  });

  test('has a vehicle under either spelling, and amounts that have a unit', () => {
    expect(entities.vehicles['i-1:vehicle']).toEqual({
      id: 'i-1:vehicle',
      series: 'II',
      vehicleAge: '4',
      mileage: { value: 12_000, unit: 'km' },
    });
  });

  test('has only tasks of the specification', () => {
    expect(Object.values(entities.tasks).map(({ name }) => name)).toEqual(['images_ocr', 'damage_detection']);
    expect(entities.images['p-1']?.tasks).toEqual([{ name: 'damage_detection' }, { name: 'images_ocr' }]);
  });

  test('has views of damages, boxed where only outlines came; views of parts are left out', () => {
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

  test('tells the part of a damage from its parts, and reads no estimate it can not understand', () => {
    expect(entities.damages['d-1']).toMatchObject({ partType: 'hood', parts: ['part-1'] });
    expect(entities.parts['part-1']).not.toHaveProperty('partOperation');
  });

  test('takes for a person’s what it says was made by the inspection’s owner or creator', () => {
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
    const answer = { ...inspection, damages, severity_results, images: [{ ...image, views }] };
    const { entities } = fromWireInspection(answer);
    const by = (records: Record<string, { createdBy: unknown }>) =>
      Object.values(records).map(({ createdBy }) => (createdBy === 'user' ? 'a person' : 'a model'));
    expect(by(entities.damages)).toEqual(['a person', 'a person', 'a model', 'a model']);
    expect(by(entities.views)).toEqual(['a person', 'a person']);
    expect(by(entities.severityResults)).toEqual(['a person']);
  });

  test('knows words it does not know for what they are', () => {
    const [wheel] = Object.values(entities.wheelAnalysis);
    expect(wheel).toMatchObject({
      id: 'p-1:wheel_front_left',
      rimMaterial: { prediction: 'UNKNOWN', confidence: 1 },
      rimCondition: { prediction: 'UNKNOWN', confidence: 0 },
    });
    expect(entities.severityResults['s-1']).toMatchObject({ value: { customSeverity: {} } });
  });
});

test('tasks may be listed with nothing but their names', () => {
  expect(fromWireTasks({ wheel_analysis: {} }, 'i-1')).toMatchObject([
    { id: 'i-1:wheel_analysis', name: 'wheel_analysis', status: 'NOT_STARTED', images: [] },
  ]);
});

test('fields that nobody knows change nothing, wherever they stand', () => {
  fc.assert(
    fc.property(inspectionEntities, ({ id, entities }) => {
      const wire = toWireInspection(id, entities);
      expect(fromWireInspection(grown(wire))).toEqual({ result: id, entities });
    }),
    { numRuns: 30 },
  );
});

/** Fields whose content is the app's own, ids and all. */
const APPS_OWN = ['additional_data', 'damage_areas', 'documents', 'tasks'];

/** Every record of an answer with a field more. */
function grown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(grown);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    APPS_OWN.includes(name) ? field : grown(field),
  ]);
  return { ...Object.fromEntries(fields), ...('id' in value && { newer_field: [{}] }) };
}

describe('what is not in the form of the wire is no answer', () => {
  test.each([
    ['nothing', undefined],
    ['a page', '<html>Sign in to use this network</html>'],
    ['a list', [foreign]],
    ['an inspection without its id', { ...foreign, id: undefined }],
    [
      'a damage of a type that nobody knows',
      { ...foreign, damages: [{ id: 'd', damage_type: 'meteorite' }] },
    ],
    ['images that are none', { ...foreign, images: [7] }],
    ['a status that nobody knows', { ...foreign, tasks: [{ id: 't', name: 'images_ocr', status: 'LOST' }] }],
    ['an id that would reach into objects', { ...foreign, id: '__proto__' }],
  ])('%s', (_what, json) => {
    expect(() => fromWireInspection(json)).toThrow(
      expect.objectContaining({ code: 'remote_invalid', retryable: true }),
    );
  });

  test('anything at all is either read or refused as invalid', () => {
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
