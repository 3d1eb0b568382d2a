import { expect, it } from 'vitest';
import { letterbox } from './letterbox.ts';

const grey = Math.fround(114 / 255);

it('writes red, green and blue planes from 0 to 1 and pads with grey', () => {
  const pixel = { data: new Uint8Array([255, 0, 51]), width: 1, height: 1 };
  const tensor = letterbox(pixel, { width: 2, height: 1 });
  expect([...tensor]).toEqual([1, grey, 0, grey, Math.fround(0.2), grey]);
});
