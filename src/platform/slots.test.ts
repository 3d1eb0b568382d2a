import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

describe('slots', () => {
  it('run as much work at a time as there are slots, and waiting work in call order', async () => {
    const slots = createSlots(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const works = [0, 1, 2, 3].map((index) =>
      slots.run(async () => {
        started.push(index);
        await new Promise<void>((resolve) => ends.push(resolve));
        return index;
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    ends[1]?.();
    expect(await works[1]).toBe(1);
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await Promise.all([works[0], works[2]]);
    ends[3]?.();
    expect(await works[3]).toBe(3);
  });

  it('are free again after work that fails', async () => {
    const slots = createSlots(1);
    await expect(slots.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await slots.run(async () => 'next')).toBe('next');
  });
});
