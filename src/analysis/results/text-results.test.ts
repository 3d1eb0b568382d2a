import { expect, it } from 'vitest';
import { createTextResults, type ImageText } from './text-results.ts';

const text = (confidence: number, vehicle: ImageText['vehicle']): ImageText => ({
  type: 'VIN',
  content: { lines: [] },
  vehicle,
  confidence,
});

it('takes each field from the image with the highest confidence', () => {
  const results = createTextResults([
    { imageId: 'a', text: text(0.9, { vin: 'SURE' }) },
    { imageId: 'b', text: text(0.4, { vin: 'UNSURE', plate: 'AB123CD' }) },
  ]);
  expect(results.vehicle).toEqual({ vin: 'SURE', plate: 'AB123CD' });
});

it('creates a document for every image, in order', () => {
  const results = createTextResults([
    { imageId: 'a', text: text(0, {}) },
    { imageId: 'b', text: text(1, {}) },
  ]);
  expect(results.documents?.map(({ imageId }) => imageId)).toEqual(['a', 'b']);
  expect(results.vehicle).toBeUndefined();
});
