import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SharpestFrame } from './sharpest-frame.ts';

/** A frame that was read: how blurred it is, or undefined if it is not good. */
const anyFrames = fc.array(fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }), { maxLength: 12 });

test('keeps the sharpest of the good frames since the last bad one, and closes all others', async () => {
  await fc.assert(
    fc.asyncProperty(anyFrames, async (blurs) => {
      const sharpest = new SharpestFrame();
      const frames = await Promise.all(blurs.map(() => createImageBitmap(new ImageData(1, 1))));
      for (const [nth, blur] of blurs.entries()) sharpest.offer(frames[nth], blur);
      const good = blurs.slice(blurs.lastIndexOf(undefined) + 1);
      const expected = frames[blurs.length - good.length + good.indexOf(Math.min(...good.map(Number)))];
      const taken = sharpest.take();
      expect(taken).toBe(good.length > 0 ? expected : undefined);
      // A closed bitmap has no size.
      expect(frames.filter(({ width }) => width > 0)).toEqual(taken ? [taken] : []);
    }),
  );
});
