import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { isKerbsideError, type KerbsideError } from '../errors.ts';
import { check } from './check.ts';
import { CENTERS_ON } from './enums.ts';
import { createImage } from './image.ts';
import { createInspection } from './inspection.ts';
import { LIMITS } from './limits.ts';
import { createView } from './view.ts';

describe('a refusal names the field, what was expected and what came', () => {
  const cases: [schema: v.GenericSchema, input: unknown, message: string][] = [
    [createInspection, {}, 'thing.tasks: expected a value, got undefined.'],
    [createInspection, 5, 'thing: expected an object, got 5.'],
    [createInspection, { tasks: [] }, 'thing.tasks: expected an object, got Array.'],
    [createInspection, { tasks: {}, task: {} }, 'thing.task: expected no such field, got "task".'],
    [
      createInspection,
      { tasks: {}, inspectionType: 'theft' },
      'thing.inspectionType: expected ("claim" | "check_in_check_out"), got "theft".',
    ],
    [
      createInspection,
      { tasks: {}, usageDuration: -1 },
      'thing.usageDuration: expected a number of at least 0, got -1.',
    ],
    [
      createImage,
      { name: 'x'.repeat(300) },
      `thing.name: expected a text of at most ${LIMITS.shortText} characters, got 300.`,
    ],
    [
      createImage,
      { tasks: [{ name: 'wheel_analysis', imageDetails: { documentId: 'one' } }] },
      'thing.tasks[0].imageDetails.documentId: expected number, got "one".',
    ],
    [
      createView,
      { damageId: 'd', boundingBox: { xmin: 0, ymin: 0, width: 1, height: 1 } },
      'thing: expected either imageId or newImage, got Object.',
    ],
  ];
  test.each(cases)('%#', (schema, input, message) => {
    const error = refusal(() => check(schema, input, 'thing'));
    expect(error).toMatchObject({ code: 'invalid_input', message });
    expect(message.startsWith(`${error.details.path}:`)).toBe(true);
  });

  test('several at once: the first in the message, all in the details', () => {
    const error = refusal(() => check(createInspection, { usageDuration: 'x', accidentNature: 5 }, 'thing'));
    expect(error.message).toMatch(/\(and 2 more: see details\.issues\)\.$/);
    const { issues } = error.details as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path).sort()).toEqual([
      'thing.accidentNature',
      'thing.tasks',
      'thing.usageDuration',
    ]);
  });

  test('however much was wrong, the error stays small', () => {
    const input = {
      tasks: {},
      ...Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, 'x'.repeat(9_999)])),
    };
    const error = refusal(() => check(createInspection, input, 'thing'));
    expect(JSON.stringify(error.details).length).toBeLessThan(10_000);
    expect(error.message.length).toBeLessThan(500);
  });
});

describe('what is let in', () => {
  test('is what JSON would hold: members that are undefined are absent, in lists they are null', () => {
    const input = {
      tasks: { images_ocr: undefined },
      additionalData: { a: undefined, list: [1, undefined, { b: undefined }] },
    };
    const checked = check(createInspection, input, 'inspection');
    expect(checked).toStrictEqual({ tasks: {}, additionalData: { list: [1, null, {}] } });
    expect(checked).toStrictEqual(JSON.parse(JSON.stringify(input)));
  });

  test("is the caller's own: changing the input afterwards changes nothing", () => {
    const additionalData = { deep: { list: [1] } };
    const checked = check(createInspection, { tasks: {}, additionalData }, 'inspection');
    additionalData.deep.list.push(2);
    expect(checked.additionalData).toEqual({ deep: { list: [1] } });
  });

  test('keeps every key of a caller’s own JSON, and no prototype is touched', () => {
    const additionalData = JSON.parse(
      '{"constructor":1,"prototype":2,"__proto__":{"polluted":3},"toString":4}',
    );
    const checked = check(createInspection, { tasks: {}, additionalData }, 'inspection');
    expect(JSON.stringify(checked.additionalData)).toBe(JSON.stringify(additionalData));
    expect({}).not.toHaveProperty('polluted');
  });

  test('takes 64 kB and 32 levels of JSON, and not a byte or a level more', () => {
    const note = (bytes: number) => ({
      tasks: {},
      additionalData: { n: 'x'.repeat(bytes - '{"n":""}'.length) },
    });
    const deep = (levels: number): object => (levels === 0 ? {} : { d: deep(levels - 1) });
    const passes = (input: object) => v.safeParse(createInspection, input).success;
    expect(passes(note(LIMITS.jsonBytes))).toBe(true);
    expect(passes(note(LIMITS.jsonBytes + 1))).toBe(false);
    expect(passes({ tasks: {}, additionalData: deep(LIMITS.jsonDepth - 1) })).toBe(true);
    expect(passes({ tasks: {}, additionalData: deep(LIMITS.jsonDepth) })).toBe(false);
  });
});

describe('a list that is too long', () => {
  const lists: [schema: v.GenericSchema, holding: (members: unknown[]) => unknown, message: string][] = [
    [createInspection, (images) => ({ tasks: {}, images }), 'thing.images: expected at most 100 images'],
    [createImage, (tasks) => ({ tasks }), 'thing.tasks: expected at most 4 tasks'],
    [
      createImage,
      (centersOn) => ({ detailedViewpoint: { centersOn } }),
      `expected at most ${CENTERS_ON.length} places`,
    ],
    [createView, (polygons) => ({ imageId: 'i', damageId: 'd', polygons }), 'expected at most 100 polygons'],
  ];

  test.each(lists)('%#: is refused without a look at its members', (schema, holding, message) => {
    const member = new Proxy({}, { get: unseen, has: unseen, ownKeys: unseen, getPrototypeOf: unseen });
    const tooLong = holding(Array.from({ length: 101 }, () => member));
    const error = refusal(() => check(schema, tooLong, 'thing'));
    expect(error.message).toContain(message);
    expect(error.details?.issues).toHaveLength(1);
  });

  function unseen(): never {
    throw new Error('A member was looked at.');
  }
});

function refusal(run: () => unknown): KerbsideError {
  try {
    run();
  } catch (error) {
    if (isKerbsideError(error)) return error;
    throw error;
  }
  throw new Error('It was not refused');
}
