import type { Document, Entities, WheelAnalysis } from 'kerbside';
import { nothing, type TemplateResult } from 'lit';
import { expect, test } from 'vitest';
import type { App } from '../../../demo/app.ts';
import type { LoadedInspection } from '../../../demo/common/loaded-inspection.ts';
import { renderReadings } from '../../../demo/inspection/readings.ts';
import { en } from '../../../demo/locales/en.ts';
import { namesIn } from '../../../src/domain/names/names.ts';

const createdBy = { model: 'a model', version: '1', engine: 'none' };
const sure = <Label extends string>(prediction: Label, confidence = 0.93) => ({ prediction, confidence });

const wheel: WheelAnalysis = {
  id: 'w',
  imageId: 'i',
  wheelName: 'wheel_back_left',
  rimCondition: sure('DAMAGED'),
  rimMaterial: sure('ALU', 0.71),
  rimVisualAspect: sure('CLASSIC'),
  hubcapOverRim: sure('RIM_ONLY'),
  hubcapCondition: sure('NOT_APPLICABLE'),
  hubcapVisualAspect: sure('NOT_APPLICABLE'),
  createdBy,
};

const document = (type: string, fields: Document['content']): Document => ({
  ...{ id: type, imageId: 'i', type, createdBy },
  content: { lines: [], fields },
});

/** Returns the texts of a template, one per line; `!` marks elements in a bad state. */
function linesOf(template: unknown): string[] {
  const html = (part: unknown): string => {
    if (part === nothing || part === undefined) return '';
    if (Array.isArray(part)) return part.map(html).join('');
    if (typeof part !== 'object' || part === null) return String(part);
    const { strings, values } = part as TemplateResult;
    return strings.map((text, at) => text + html(values[at])).join('');
  };
  return html(template)
    .replaceAll(/<[^>]*data-state=bad[^>]*>/g, '\n!\n')
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function render(records: { wheels?: WheelAnalysis[]; documents?: Document[] }) {
  const { wheels = [], documents = [] } = records;
  const byId = <T extends { id: string }>(all: T[]) => Object.fromEntries(all.map((one) => [one.id, one]));
  const entities = { wheelAnalysis: byId(wheels), documents: byId(documents) } as Partial<Entities>;
  const app = { language: 'en', messages: en, names: namesIn('en') } as App;
  return linesOf(renderReadings(app, { entities } as LoadedInspection));
}

test('shows each wheel with its place, rim and confidence', () => {
  expect(render({ wheels: [wheel] })).toEqual([
    ...['Wheels', '!', 'Rear left', 'Rim', 'damaged', '93%', 'Material', 'alloy', '71%'],
  ]);
});

test('shows no confidence of unknown predictions, and no wheel without predictions', () => {
  const unknown = { ...wheel, rimMaterial: sure('UNKNOWN') };
  expect(render({ wheels: [unknown] }).slice(-2)).toEqual(['Material', 'unknown']);
  expect(render({ wheels: [{ ...unknown, rimCondition: sure('UNKNOWN') }] })).toEqual([]);
});

test('shows each text: a VIN with its check digit, a plate, a mileage with its unit', () => {
  const documents = [
    document('VIN', { vin: '1HGBH41JXMN109186', checkDigit: 'right', confidence: 0.98 }),
    document('PLATE', { plate: 'AB482CD', confidence: 0.9 }),
    document('ODOMETER', { mileage: { value: 128_406, unit: 'km' } }),
  ];
  expect(render({ documents })).toEqual([
    ...['Readings', 'VIN', '1HGBH41JXMN109186', 'Check digit is correct', '98%'],
    ...['Number plate', 'AB482CD', '90%', 'Odometer', '128,406 km'],
  ]);
});

test('marks a VIN with a wrong check digit and an unreadable photo', () => {
  const wrong = document('VIN', { vin: '1HGBH41J0MN109186', checkDigit: 'wrong' });
  expect(render({ documents: [wrong] })).toEqual(
    expect.arrayContaining(['!', 'Check digit is wrong. Compare the VIN with the vehicle']),
  );
  expect(render({ documents: [document('PLATE', {})] })).toEqual([
    ...['Readings', '!', 'Number plate', 'Not readable'],
  ]);
});
