import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOLD_FRAMES, HOLD_MS, MIN_SHOWN_MS, startGuide, stepGuide } from './guide-state.ts';
import { INSTRUCTIONS, type Instruction } from './instruction.ts';

interface Frame {
  afterMs: number;
  wanted: Instruction | undefined;
}

/** Camera frames of any rate, whose instruction changes often or seldom. */
const frames: fc.Arbitrary<Frame[]> = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 1, max: 3000 }).map((ms) => (ms % 3 === 0 ? ms : 1 + (ms % 300))),
    wanted: fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, fc.constantFrom(...INSTRUCTIONS)),
  }),
  { maxLength: 60 },
);

/** Returns the state after each frame. */
function run(given: readonly Frame[]) {
  let state = startGuide(0);
  let now = 0;
  return given.map(({ afterMs, wanted }) => {
    now += afterMs;
    const step = stepGuide(state, wanted, now);
    state = step.state;
    return { ...step, now, wanted };
  });
}

describe('stepGuide, for any frames', () => {
  test('what is shown changes at most once per MIN_SHOWN_MS', () => {
    fc.assert(
      fc.property(frames, (given) => {
        const steps = run(given);
        const changes = steps.filter(
          ({ state }, nth) =>
            state.instruction !== steps[nth - 1]?.state.instruction ||
            state.phase !== steps[nth - 1]?.state.phase,
        );
        for (const [nth, change] of changes.entries()) {
          const before = changes[nth - 1];
          if (before) expect(change.now - before.now).toBeGreaterThanOrEqual(MIN_SHOWN_MS);
        }
      }),
    );
  });

  test('takes no photo while an instruction is shown or wanted', () => {
    fc.assert(
      fc.property(frames, (given) => {
        for (const { shoots, state, wanted } of run(given)) {
          if (!shoots) continue;
          expect(state.phase).toBe('holding');
          expect(state.instruction).toBeUndefined();
          expect(wanted).toBeUndefined();
        }
      }),
    );
  });

  test('takes a photo only after HOLD_MS of good frames', () => {
    fc.assert(
      fc.property(frames, (given) => {
        const steps = run(given);
        for (const [nth, { shoots, now }] of steps.entries()) {
          if (!shoots) continue;
          const before = steps.slice(0, nth + 1).filter((step) => now - step.now <= HOLD_MS);
          expect(before.every(({ wanted }) => wanted === undefined)).toBe(true);
          expect(steps.slice(nth + 1 - HOLD_FRAMES, nth + 1).every(({ wanted }) => !wanted)).toBe(true);
        }
      }),
    );
  });
});

test('instructs, holds, then shoots', () => {
  const every100 = (count: number, wanted?: Instruction): Frame[] =>
    Array.from({ length: count }, () => ({ afterMs: 100, wanted }));
  const steps = run([...every100(9, 'walk_left'), ...every100(6)]);
  expect(
    steps.map(({ state: { phase } }) => phase).filter((phase, nth, all) => phase !== all[nth - 1]),
  ).toEqual(['instructing', 'holding']);
  expect(steps.findIndex(({ shoots }) => shoots)).toBe(14);
});

test('frames before a pause do not count: the page was hidden', () => {
  const good: Frame[] = Array.from({ length: 2 }, () => ({ afterMs: 200, wanted: undefined }));
  const steps = run([...good, { afterMs: 60_000, wanted: undefined }]);
  expect(steps.some(({ shoots }) => shoots)).toBe(false);
});
