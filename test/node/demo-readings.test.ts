import type { Document, Entities, WheelAnalysis } from 'kerbside';
import { nothing, type TemplateResult } from 'lit';
import { expect, test } from 'vitest';
import type { App } from '../../demo/app.ts';
import { readingCards } from '../../demo/inspection/readings.ts';
import type { Shown } from '../../demo/parts/shown.ts';
import { en } from '../../demo/words/en.ts';
import { namesIn } from '../../src/elements/locales/names.ts';

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

/** What a page says, a line for each piece of text; elements that are in a bad state are marked. */
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

function shown(records: { wheels?: WheelAnalysis[]; documents?: Document[] }) {
  const { wheels = [], documents = [] } = records;
  const byId = <T extends { id: string }>(all: T[]) => Object.fromEntries(all.map((one) => [one.id, one]));
  const entities = { wheelAnalysis: byId(wheels), documents: byId(documents) } as Partial<Entities>;
  const app = { language: 'en', words: en, names: namesIn('en') } as App;
  return linesOf(readingCards(app, { entities } as Shown));
}

test('a card for each wheel: its place, what its rim is like, and how sure that is', () => {
  expect(shown({ wheels: [wheel] })).toEqual([
    ...['Wheels', '!', 'Rear left', 'Rim', 'damaged', '93%', 'Material', 'alloy', '71%'],
  ]);
});

test('of what is not known no certainty is told, and a wheel of which nothing is known has no card', () => {
  const unknown = { ...wheel, rimMaterial: sure('UNKNOWN') };
  expect(shown({ wheels: [unknown] }).slice(-2)).toEqual(['Material', 'unknown']);
  expect(shown({ wheels: [{ ...unknown, rimCondition: sure('UNKNOWN') }] })).toEqual([]);
});

test('a card for each text: a VIN with its check, a plate, a mileage as people write it', () => {
  const documents = [
    document('VIN', { vin: '1HGBH41JXMN109186', checkDigit: 'right', confidence: 0.98 }),
    document('PLATE', { plate: 'AB482CD', confidence: 0.9 }),
    document('ODOMETER', { mileage: { value: 128_406, unit: 'km' } }),
  ];
  expect(shown({ documents })).toEqual([
    ...['Texts read', 'VIN', '1HGBH41JXMN109186', 'Check digit is right', '98%'],
    ...['Number plate', 'AB482CD', '90%', 'Odometer', '128,406 km'],
  ]);
});

test('a VIN whose check digit is wrong, and a photo on which nothing could be read, stand out', () => {
  const wrong = document('VIN', { vin: '1HGBH41J0MN109186', checkDigit: 'wrong' });
  expect(shown({ documents: [wrong] })).toEqual(
    expect.arrayContaining(['!', 'Check digit is wrong: compare it with the vehicle']),
  );
  expect(shown({ documents: [document('PLATE', {})] })).toEqual([
    ...['Texts read', '!', 'Number plate', 'Nothing could be read'],
  ]);
});
