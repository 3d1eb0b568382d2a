import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { isKerbsideError, type KerbsideError } from '../errors.ts';
import { check } from './check.ts';
import { CENTERS_ON } from './enums.ts';
import { LIMITS } from './limits.ts';
import { createImageSchema } from './records/image.ts';
import { createInspectionSchema } from './records/inspection.ts';
import { createViewSchema } from './records/view.ts';

describe('an invalid_input error names the field, the expected and the received value', () => {
  const cases: [schema: v.GenericSchema, input: unknown, message: string][] = [
    [createInspectionSchema, {}, 'thing.tasks: expected a value, got undefined.'],
    [createInspectionSchema, 5, 'thing: expected an object, got 5.'],
    [createInspectionSchema, { tasks: [] }, 'thing.tasks: expected an object, got Array.'],
    [createInspectionSchema, { tasks: {}, task: {} }, 'thing.task: expected no such field, got "task".'],
    [
      createInspectionSchema,
      { tasks: {}, inspectionType: 'theft' },
      'thing.inspectionType: expected ("claim" | "check_in_check_out"), got "theft".',
    ],
    [
      createInspectionSchema,
      { tasks: {}, usageDuration: -1 },
      'thing.usageDuration: expected a number of at least 0, got -1.',
    ],
    [
      createImageSchema,
      { name: 'x'.repeat(300) },
      `thing.name: expected a text of at most ${LIMITS.shortText} characters, got 300.`,
    ],
    [
      createImageSchema,
      { tasks: [{ name: 'wheel_analysis', imageDetails: { documentId: 'one' } }] },
      'thing.tasks[0].imageDetails.documentId: expected number, got "one".',
    ],
    [
      createViewSchema,
      { damageId: 'd', boundingBox: { xmin: 0, ymin: 0, width: 1, height: 1 } },
      'thing: expected either imageId or newImage, got Object.',
    ],
  ];
  test.each(cases)('%#', (schema, input, message) => {
    const error = catchError(() => check(schema, input, 'thing'));
    expect(error).toMatchObject({ code: 'invalid_input', message });
    expect(message.startsWith(`${error.details.path}:`)).toBe(true);
  });

  test('lists several issues in the details and the first in the message', () => {
    const error = catchError(() =>
      check(createInspectionSchema, { usageDuration: 'x', accidentNature: 5 }, 'thing'),
    );
    expect(error.message).toMatch(/\(and 2 more: see details\.issues\)\.$/);
    const { issues } = error.details as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path).sort()).toEqual([
      'thing.accidentNature',
      'thing.tasks',
      'thing.usageDuration',
    ]);
  });

  test('limits the size of the error', () => {
    const input = {
      tasks: {},
      ...Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, 'x'.repeat(9_999)])),
    };
    const error = catchError(() => check(createInspectionSchema, input, 'thing'));
    expect(JSON.stringify(error.details).length).toBeLessThan(10_000);
    expect(error.message.length).toBeLessThan(500);
  });
});

describe('the checked value', () => {
  test('equals its JSON: undefined members are absent, in lists they are null', () => {
    const input = {
      tasks: { images_ocr: undefined },
      additionalData: { a: undefined, list: [1, undefined, { b: undefined }] },
    };
    const checked = check(createInspectionSchema, input, 'inspection');
    expect(checked).toStrictEqual({ tasks: {}, additionalData: { list: [1, null, {}] } });
    expect(checked).toStrictEqual(JSON.parse(JSON.stringify(input)));
  });

  test('is a copy of the input', () => {
    const additionalData = { deep: { list: [1] } };
    const checked = check(createInspectionSchema, { tasks: {}, additionalData }, 'inspection');
    additionalData.deep.list.push(2);
    expect(checked.additionalData).toEqual({ deep: { list: [1] } });
  });

  // Proves wire A2.
  test('keeps every key of the caller’s own JSON and changes no prototype', () => {
    const additionalData = JSON.parse(
      '{"constructor":1,"prototype":2,"__proto__":{"polluted":3},"toString":4}',
    );
    const checked = check(createInspectionSchema, { tasks: {}, additionalData }, 'inspection');
    expect(JSON.stringify(checked.additionalData)).toBe(JSON.stringify(additionalData));
    expect({}).not.toHaveProperty('polluted');
  });

  // Proves spec 8.2.
  test('accepts at most 64 KiB and 32 levels of JSON', () => {
    const note = (bytes: number) => ({
      tasks: {},
      additionalData: { n: 'x'.repeat(bytes - '{"n":""}'.length) },
    });
    const deep = (levels: number): object => (levels === 0 ? {} : { d: deep(levels - 1) });
    const passes = (input: object) => v.safeParse(createInspectionSchema, input).success;
    expect(passes(note(LIMITS.jsonBytes))).toBe(true);
    expect(passes(note(LIMITS.jsonBytes + 1))).toBe(false);
    expect(passes({ tasks: {}, additionalData: deep(LIMITS.jsonDepth - 1) })).toBe(true);
    expect(passes({ tasks: {}, additionalData: deep(LIMITS.jsonDepth) })).toBe(false);
  });
});

describe('a list that is too long', () => {
  const lists: [schema: v.GenericSchema, holding: (members: unknown[]) => unknown, message: string][] = [
    [
      createInspectionSchema,
      (images) => ({ tasks: {}, images }),
      'thing.images: expected at most 100 images',
    ],
    [createImageSchema, (tasks) => ({ tasks }), 'thing.tasks: expected at most 4 tasks'],
    [
      createImageSchema,
      (centersOn) => ({ detailedViewpoint: { centersOn } }),
      `expected at most ${CENTERS_ON.length} places`,
    ],
    [
      createViewSchema,
      (polygons) => ({ imageId: 'i', damageId: 'd', polygons }),
      'expected at most 100 polygons',
    ],
  ];

  test.each(lists)('%#: is rejected without reading its members', (schema, holding, message) => {
    const member = new Proxy(
      {},
      { get: failOnRead, has: failOnRead, ownKeys: failOnRead, getPrototypeOf: failOnRead },
    );
    const tooLong = holding(Array.from({ length: 101 }, () => member));
    const error = catchError(() => check(schema, tooLong, 'thing'));
    expect(error.message).toContain(message);
    expect(error.details?.issues).toHaveLength(1);
  });

  function failOnRead(): never {
    throw new Error('A member was read.');
  }
});

function catchError(run: () => unknown): KerbsideError {
  try {
    run();
  } catch (error) {
    if (isKerbsideError(error)) return error;
    throw error;
  }
  throw new Error('Nothing was thrown');
}
