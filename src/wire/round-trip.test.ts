import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  everyImageField,
  everyInspectionField,
  everyPdfField,
  everyVehicleField,
} from '../../test/conformance/every-field.ts';
import { image, inspectionEntities, task } from '../../test/node/support/arbitrary-inspection.ts';
import { ownJson } from '../../test/node/support/arbitrary-of.ts';
import { check } from '../domain/check.ts';
import { createImageSchema } from '../domain/records/image.ts';
import { createInspectionSchema } from '../domain/records/inspection.ts';
import { fromWireCreateInspection } from './create-inspection.ts';
import { decodeImage, toWireImage } from './image.ts';
import { fromWireInspection, toWireInspection } from './inspection.ts';
import { requestFromWire, requestToWire } from './key-case.ts';
import { fromWireImagePage, fromWireInspectionPage, toWireImagePage, toWireInspectionPage } from './page.ts';
import { fromWirePdf, toWirePdf } from './pdf.ts';
import { ROUTES } from './routes.ts';
import { fromWireTasks, toWireTasks } from './task.ts';
import { fromWireVehicleInput } from './vehicle.ts';

/** Serializes and parses a body. */
const overWire = (body: unknown): unknown => JSON.parse(JSON.stringify(body));

describe('a response is read back unchanged', () => {
  // Proves spec 4.24, wire D3, wire E2, wire F1.
  test('an inspection with all its records', () => {
    fc.assert(
      fc.property(inspectionEntities, ({ id, entities }) => {
        const wire = overWire(toWireInspection(id, entities));
        expect(fromWireInspection(wire)).toEqual({ result: id, entities });
      }),
    );
  });

  test('an inspection in a list keeps the ids of omitted records', () => {
    fc.assert(
      fc.property(inspectionEntities, ({ id, entities }) => {
        const listed = { ...entities, tasks: {}, vehicles: {}, parts: {}, views: {}, documents: {} };
        const paging = { cursors: { before: id, after: id }, previous: null, next: '/inspections?after=1' };
        const page = { data: Object.values(listed.inspections), result: [id], entities: listed, paging };
        expect(fromWireInspectionPage(overWire(toWireInspectionPage(page)))).toEqual(page);
      }),
      { numRuns: 30 },
    );
  });

  // Proves wire B5, wire D3.
  test('an image, alone and in a page', () => {
    fc.assert(
      fc.property(image, fc.array(fc.uuid(), { maxLength: 2 }), (bare, views) => {
        const one = { ...bare, views };
        const inspectionId = one.inspection.id;
        expect(decodeImage(overWire(toWireImage(one)), inspectionId)).toEqual(one);
        const paging = { cursors: {}, previous: null, next: null };
        const empty = fromWireInspection({ id: inspectionId });
        const entities = { ...empty.entities, inspections: {}, images: { [one.id]: one } };
        const page = { data: [one], result: [one.id], entities, paging };
        expect(fromWireImagePage(overWire(toWireImagePage(page)), inspectionId)).toEqual(page);
      }),
    );
  });

  // Proves wire E2, wire E3.
  test('tasks, by name', () => {
    fc.assert(
      fc.property(task, (one) => {
        expect(fromWireTasks(overWire(toWireTasks([one])), one.inspectionId)).toEqual([one]);
      }),
    );
  });

  test('a report', () => {
    const report = { id: 'r-1', pdfUrl: 'https://example.org/r_1.pdf' };
    expect(fromWirePdf(overWire(toWirePdf(report)))).toEqual(report);
  });
});

describe('a request is read back unchanged', () => {
  // Proves wire A1.
  test('a new inspection, with every field', () => {
    const input = check(
      createInspectionSchema,
      { ...everyInspectionField, images: [structuredClone(everyImageField)] },
      'inspection',
    );
    const wire = overWire(ROUTES.createInspection.body(input));
    expect(check(createInspectionSchema, fromWireCreateInspection(wire), 'inspection')).toEqual(input);
  });

  // Proves spec 2.8, wire D2.
  test('an image, with every field', () => {
    const input = check(createImageSchema, structuredClone(everyImageField), 'image');
    expect(requestFromWire(overWire(ROUTES.addImage.body(input)))).toEqual(input);
  });

  test('a vehicle and PDF data, with every field', () => {
    expect(fromWireVehicleInput(overWire(ROUTES.updateVehicle.body(everyVehicleField)))).toEqual(
      everyVehicleField,
    );
    expect(requestFromWire(overWire(ROUTES.addPdfData.body(everyPdfField)))).toEqual(everyPdfField);
  });

  // Proves wire A2.
  test("the app's own JSON with any keys", () => {
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
        expect(requestFromWire(overWire(wire))).toEqual(input);
      }),
    );
  });
});
