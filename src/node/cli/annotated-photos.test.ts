import { expect, it } from 'vitest';
import { createFileNames } from './annotated-photos.ts';

it('creates a unique file name for each photo, whatever the case of its letters', () => {
  const names = createFileNames(['a/x.jpg', 'b/x.png', 'c/X.webp', 'x-2.jpg', 'car.heic']);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5);
  expect(names[0]).toBe('x.annotated.jpg');
  expect(names[4]).toBe('car.annotated.jpg');
});
