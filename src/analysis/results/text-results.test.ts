import { expect, it } from 'vitest';
import { type ImageText, textFindings } from './text-results.ts';

const text = (confidence: number, vehicle: ImageText['vehicle']): ImageText => ({
  type: 'VIN',
  content: { lines: [] },
  vehicle,
  confidence,
});

it('takes each fact from the image where it was read most surely', () => {
  const found = textFindings([
    { imageId: 'a', text: text(0.9, { vin: 'SURE' }) },
    { imageId: 'b', text: text(0.4, { vin: 'UNSURE', plate: 'AB123CD' }) },
  ]);
  expect(found.vehicle).toEqual({ vin: 'SURE', plate: 'AB123CD' });
});

it('has a document for every image, in their order, whatever was read', () => {
  const found = textFindings([
    { imageId: 'a', text: text(0, {}) },
    { imageId: 'b', text: text(1, {}) },
  ]);
  expect(found.documents?.map(({ imageId }) => imageId)).toEqual(['a', 'b']);
  expect(found.vehicle).toBeUndefined();
});
