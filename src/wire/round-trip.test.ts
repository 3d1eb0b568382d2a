import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  everyImageField,
  everyInspectionField,
  everyPdfField,
  everyVehicleField,
} from '../../test/conformance/every-field.ts';
import { ownJson } from '../../test/node/support/arbitrary-fields.ts';
import { inspectionEntities } from '../../test/node/support/arbitrary-inspection.ts';
import { image, task } from '../../test/node/support/arbitrary-records.ts';
import { check } from '../domain/check.ts';
import { createImage } from '../domain/image.ts';
import { createInspection } from '../domain/inspection.ts';
import { requestFromWire, requestToWire } from './case.ts';
import { fromWireCreateInspection, toWireCreateInspection } from './create-inspection.ts';
import { decodeImage, fromWireCreateImage, toWireCreateImage, toWireImage } from './image.ts';
import { fromWireInspection, toWireInspection } from './inspection.ts';
import { fromWireImagePage, fromWireInspectionPage, toWireImagePage, toWireInspectionPage } from './page.ts';
import { fromWirePdf, fromWirePdfData, toWirePdf, toWirePdfData } from './pdf.ts';
import { fromWireTasks, toWireTasks } from './task.ts';
import { fromWireVehicleInput, toWireVehicleInput } from './vehicle.ts';

/** What a body is after it has travelled. */
const travelled = (body: unknown): unknown => JSON.parse(JSON.stringify(body));

describe('an answer comes back from the wire as it went', () => {
  test('an inspection, with every record of it', () => {
    fc.assert(
      fc.property(inspectionEntities, ({ id, entities }) => {
        const wire = travelled(toWireInspection(id, entities));
        expect(fromWireInspection(wire)).toEqual({ result: id, entities });
      }),
    );
  });

  test('an inspection in a list that leaves records out still names them', () => {
    fc.assert(
      fc.property(inspectionEntities, ({ id, entities }) => {
        const listed = { ...entities, tasks: {}, vehicles: {}, parts: {}, views: {}, documents: {} };
        const paging = { cursors: { before: id, after: id }, previous: null, next: '/inspections?after=1' };
        const page = { data: Object.values(listed.inspections), result: [id], entities: listed, paging };
        expect(fromWireInspectionPage(travelled(toWireInspectionPage(page)))).toEqual(page);
      }),
      { numRuns: 30 },
    );
  });

  test('an image, alone and in a page', () => {
    fc.assert(
      fc.property(image, fc.array(fc.uuid(), { maxLength: 2 }), (bare, views) => {
        const one = { ...bare, views };
        const inspectionId = one.inspection.id;
        expect(decodeImage(travelled(toWireImage(one)), inspectionId)).toEqual(one);
        const paging = { cursors: {}, previous: null, next: null };
        const answer = fromWireInspection({ id: inspectionId });
        const entities = { ...answer.entities, inspections: {}, images: { [one.id]: one } };
        const page = { data: [one], result: [one.id], entities, paging };
        expect(fromWireImagePage(travelled(toWireImagePage(page)), inspectionId)).toEqual(page);
      }),
    );
  });

  test('tasks, keyed by their names', () => {
    fc.assert(
      fc.property(task, (one) => {
        expect(fromWireTasks(travelled(toWireTasks([one])), one.inspectionId)).toEqual([one]);
      }),
    );
  });

  test('a report', () => {
    const report = { id: 'r-1', pdfUrl: 'https://example.org/r_1.pdf' };
    expect(fromWirePdf(travelled(toWirePdf(report)))).toEqual(report);
  });
});

describe('a request comes out of the wire as it went in', () => {
  test('a new inspection, with every field', () => {
    const input = check(
      createInspection,
      { ...everyInspectionField, images: [structuredClone(everyImageField)] },
      'inspection',
    );
    const wire = travelled(toWireCreateInspection(input));
    expect(check(createInspection, fromWireCreateInspection(wire), 'inspection')).toEqual(input);
  });

  test('an image, with every field', () => {
    const input = check(createImage, structuredClone(everyImageField), 'image');
    expect(fromWireCreateImage(travelled(toWireCreateImage(input)))).toEqual(input);
  });

  test('a vehicle and the data of a report, with every field', () => {
    expect(fromWireVehicleInput(travelled(toWireVehicleInput(everyVehicleField)))).toEqual(everyVehicleField);
    expect(fromWirePdfData(travelled(toWirePdfData(everyPdfField)))).toEqual(everyPdfField);
  });

  test("the caller's own JSON, whatever its keys", () => {
    fc.assert(
      fc.property(ownJson, (own) => {
        const input = {
          imageType: 'close_up',
          additionalData: own,
          tasks: [{ scoring: own }],
          arguments: own,
        };
        const wire = requestToWire(input);
        expect(wire).toMatchObject({ image_type: 'close_up', additional_data: own, arguments: own });
        expect(requestFromWire(travelled(wire))).toEqual(input);
      }),
    );
  });
});
