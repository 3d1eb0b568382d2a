import { describe, expect, it } from 'vitest';
import { letterbox } from './letterbox.ts';

const red = { data: new Uint8Array([255, 0, 51, 255]), width: 1, height: 1, channels: 4 as const };
const grey = Math.fround(114 / 255);

describe('letterbox', () => {
  it('writes planes of red, green and blue from 0 to 1 and pads with grey', () => {
    const tensor = letterbox(red, { width: 2, height: 1 });
    expect([...tensor]).toEqual([1, grey, 0, grey, Math.fround(0.2), grey]);
  });

  it('reads RGB and RGBA alike', () => {
    const rgb = { ...red, data: new Uint8Array([255, 0, 51]), channels: 3 as const };
    expect(letterbox(rgb, { width: 2, height: 2 })).toEqual(letterbox(red, { width: 2, height: 2 }));
  });

  it('reuses a buffer and leaves nothing of the photo before', () => {
    const buffer = new Float32Array(100).fill(7);
    const tensor = letterbox(red, { width: 2, height: 2 }, buffer);
    expect(tensor.buffer).toBe(buffer.buffer);
    expect(tensor).toEqual(letterbox(red, { width: 2, height: 2 }));
  });
});
