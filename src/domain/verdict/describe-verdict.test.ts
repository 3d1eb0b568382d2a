import { expect, test } from 'vitest';
import { VIEWPOINTS } from '../enums.ts';
import { LANGUAGES } from '../names/names.ts';
import { describeSide, describeVerdict, nameOutcome, summarizeVerdict } from './describe-verdict.ts';
import { getVerdict } from './verdict.ts';
import { anyInspection, confirmationOf, type Drawn, limitOf, photoOf } from './verdict-records.suite.ts';

const formatTime = (iso: string) => iso.slice(0, 10);

function say(drawn: Partial<Drawn>, language: 'en' | 'fr' = 'en'): string {
  const { inspection, entities } = anyInspection(drawn);
  return describeVerdict(getVerdict(inspection, entities), { language, formatTime }).join(' ');
}

const five = VIEWPOINTS.slice(0, 5).map((viewpoint) => photoOf(viewpoint, { detectionLimit: limitOf(19.2) }));

test('says what the model saw, down to which size, which sides are missing, and that nobody looked', () => {
  expect(say({ images: five })).toBe(
    'The model saw nothing on 5 photos down to about 20 cm. Three sides were not photographed. No person has checked it.',
  );
  expect(say({ images: five }, 'fr')).toBe(
    'Le modèle n’a rien vu sur 5 photos, jusqu’à environ 20 cm. Trois côtés n’ont pas été photographiés. Personne ne l’a vérifié.',
  );
});

test('does not invent a size or a side', () => {
  expect(say({ images: [photoOf()] })).toBe(
    'The model saw nothing on 1 photo. It is not known which marks it misses. No side was photographed as a whole. It is not known which side 1 photo shows. No person has checked it.',
  );
});

test('names who looked, and at how many sides', () => {
  const bob = { ...confirmationOf(five.slice(1, 2)), confirmedBy: { id: 'bob' } };
  expect(say({ images: five, confirmations: [confirmationOf(five.slice(0, 1)), bob] })).toContain(
    'Ada Lovelace and bob looked at 2 of 8 sides.',
  );
  const undamaged = { ...confirmationOf(five), undamaged: true as const };
  expect(say({ images: five, confirmations: [undamaged] })).toContain(
    'Ada Lovelace stated that the vehicle has no damage, 2026-05-01.',
  );
});

test('says for a damaged vehicle which further damage the model may have missed', () => {
  expect(say({ images: five, damages: [{ id: 'd' }] })).toContain(
    'On 5 photos, the model misses most marks below about 20 cm.',
  );
});

test('says nothing before a model or a person looked', () => {
  expect(say({ images: five, status: 'TODO' })).toBe('');
});

test('says what is known of a side', () => {
  const { inspection, entities } = anyInspection({
    images: five,
    confirmations: [confirmationOf(five.slice(0, 1))],
  });
  const [front, , , , , , right] = getVerdict(inspection, entities).sides.map((side) =>
    describeSide(side, { language: 'en', formatTime }),
  );
  expect(front).toBe(
    'Front: photographed; marks below about 20 cm are not visible to the model. Ada Lovelace looked at it, 2026-05-01.',
  );
  expect(right).toBe('Right: not photographed.');
});

test('is short in a list', () => {
  const { inspection, entities } = anyInspection({ images: five });
  expect(summarizeVerdict(getVerdict(inspection, entities), 'en')).toBe(
    '5 of 8 sides photographed · not checked by a person',
  );
});

test('no language calls the silence of a model “no damage”', () => {
  for (const language of LANGUAGES) {
    const said = [nameOutcome('nothingFound', language), say({ images: five }, language)].join(' ');
    expect(said).not.toMatch(/no damage|undamaged|clean|aucun dommage|sans dommage/i);
  }
});
