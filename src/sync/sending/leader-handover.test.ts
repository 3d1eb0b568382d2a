import { expect, test } from 'vitest';
import { LeaderHandover } from './leader-handover.ts';

function createHandover() {
  let time = 0;
  const alarms: { at: number; work: () => void }[] = [];
  const clock = {
    now: () => time,
    monotonic: () => time,
    after(milliseconds: number, work: () => void) {
      const alarm = { at: time + milliseconds, work };
      alarms.push(alarm);
      return () => void alarms.splice(alarms.indexOf(alarm), alarms.includes(alarm) ? 1 : 0);
    },
  };
  const advance = (milliseconds: number) => {
    time += milliseconds;
  };
  return { handover: new LeaderHandover(clock), advance, alarms };
}

test('hands over at once the first time, then at most every 30 s, and asks again then', () => {
  const { handover, advance, alarms } = createHandover();
  handover.startTerm();
  expect(handover.shouldHandOver(() => {})).toBe(true);
  advance(5_000); // another tab sent
  handover.startTerm();
  let asked = 0;
  const again = () => {
    asked += 1;
  };
  expect(handover.shouldHandOver(again)).toBe(false);
  expect(handover.shouldHandOver(again)).toBe(false);
  expect(alarms.map(({ at }) => at)).toEqual([30_000]);
  advance(25_000);
  alarms[0]?.work();
  expect(asked).toBe(1);
  expect(handover.shouldHandOver(again)).toBe(true);
});

test('doubles the interval up to 10 minutes if no other tab takes over', () => {
  const { handover, advance, alarms } = createHandover();
  const waits: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    handover.startTerm();
    if (handover.shouldHandOver(() => {})) continue;
    const [alarm] = alarms.splice(0);
    waits.push(alarm?.at ?? 0);
    advance(600_000);
    expect(handover.shouldHandOver(() => {})).toBe(true);
  }
  expect(waits.map((at, turn) => at - turn * 600_000)).toEqual([
    60_000, 120_000, 240_000, 480_000, 600_000, 600_000,
  ]);
});

test('even if another user’s tab requests it, hands over only when no delay is left that would start again', () => {
  const { handover, advance, alarms } = createHandover();
  handover.startTerm();
  handover.request();
  expect(handover.shouldHandOver(() => {}, 5_000)).toBe(false);
  expect(alarms.map(({ at }) => at)).toEqual([5_000]);
  advance(5_000);
  expect(handover.shouldHandOver(() => {}, 5_000)).toBe(true);
});

test('hands over at once if another user’s tab requests it', () => {
  const { handover, advance } = createHandover();
  handover.startTerm();
  expect(handover.shouldHandOver(() => {})).toBe(true);
  advance(1_000);
  handover.startTerm();
  expect(handover.shouldHandOver(() => {})).toBe(false);
  handover.request();
  expect(handover.shouldHandOver(() => {})).toBe(true);
});
