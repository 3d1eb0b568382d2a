import { describe, expect, it } from 'vitest';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import { KerbsideError } from '../../errors.ts';
import { chooseTier, expectsLarge } from './tier-choice.ts';

const detector = (name: string, bytes: number, area: number) =>
  ({ name, kind: 'detector', input: { area }, variants: [{ precision: 'int8', bytes }] }) as DetectorEntry;
const small = detector('damage', 4_000_000, 300_000);
/** Eight times the work of the small one. */
const large = detector('damage-large', 16_000_000, 600_000);

/** Chooses a tier on a device with these times. Returns also which models were measured, and so fetched. */
async function choose(times: Partial<Record<string, number>>, budgetMs = 1_500) {
  const measured: string[] = [];
  const measure = async ({ name }: DetectorEntry) => {
    measured.push(name);
    return times[name];
  };
  const { model, reason } = await chooseTier([small, large], measure, budgetMs);
  return { model: model.name, reason, measured };
}

describe('chooseTier', () => {
  it('chooses the large model if it is fast enough', async () => {
    expect(await choose({ damage: 60, 'damage-large': 400 })).toEqual({
      model: 'damage-large',
      reason: 'damage-large takes 400 ms a photo, within the budget of 1500 ms',
      measured: ['damage', 'damage-large'],
    });
  });

  it('does not fetch the large model if the small one lets expect that it is too slow', async () => {
    expect(await choose({ damage: 400, 'damage-large': 400 })).toEqual({
      model: 'damage',
      reason: 'damage-large would take about 3200 ms a photo, over the budget of 1500 ms',
      measured: ['damage'],
    });
  });

  it('chooses the small model if the large one is slower than expected', async () => {
    expect(await choose({ damage: 100, 'damage-large': 1_501 })).toMatchObject({
      model: 'damage',
      reason: 'damage-large takes 1501 ms a photo, over the budget of 1500 ms',
    });
  });

  it('chooses the small model if no engine runs the large one', async () => {
    expect(await choose({ damage: 100 })).toMatchObject({ model: 'damage' });
  });

  it('chooses the small model for a budget of 0', async () => {
    expect(await choose({ damage: 1, 'damage-large': 1 }, 0)).toMatchObject({
      model: 'damage',
      measured: ['damage'],
    });
  });

  it('measures nothing if there is only one model', async () => {
    const measure = () => Promise.reject(new Error('not expected'));
    expect(await chooseTier([large], measure, 0)).toMatchObject({ model: large });
  });

  it('chooses the small model while the large one cannot be downloaded', async () => {
    const measure = async (model: DetectorEntry) => {
      if (model === small) return 10;
      throw new KerbsideError('model_unavailable', 'No network.');
    };
    expect(await chooseTier([small, large], measure, 1_500)).toEqual({
      model: small,
      reason: 'damage-large cannot be tried: No network',
    });
  });

  it('rejects if it is aborted', async () => {
    const measure = () => Promise.reject(new KerbsideError('aborted', 'Stopped.'));
    await expect(chooseTier([small, large], measure, 1_500)).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('expectsLarge', () => {
  it.each([
    [100, 800, true],
    [101, 800, false],
    [undefined, 800, false],
  ])(
    'with a small model of %d ms and a budget of %d ms is %s, without fetching the large one',
    async (smallMs, budgetMs, expected) => {
      const measure = async (model: DetectorEntry) => {
        expect(model).toBe(small);
        return smallMs;
      };
      expect(await expectsLarge([small, large], measure, budgetMs)).toBe(expected);
    },
  );
});
