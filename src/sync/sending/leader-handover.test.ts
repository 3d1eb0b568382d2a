import { expect, test } from 'vitest';
import { GiveWay } from './leader-handover.ts';

function tab() {
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
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { way: new GiveWay(clock), pass, alarms };
}

test('the first time at once; then not before half a minute has passed, and when that is it asks again', () => {
  const { way, pass, alarms } = tab();
  way.began();
  expect(way.isTime(() => {})).toBe(true);
  pass(5_000); // somebody else sent
  way.began();
  let asked = 0;
  const again = () => {
    asked += 1;
  };
  expect(way.isTime(again)).toBe(false);
  expect(way.isTime(again)).toBe(false);
  expect(alarms.map(({ at }) => at)).toEqual([30_000]);
  pass(25_000);
  alarms[0]?.work();
  expect(asked).toBe(1);
  expect(way.isTime(again)).toBe(true);
});

test('where nobody was in line, less and less often', () => {
  const { way, pass, alarms } = tab();
  const waits: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    way.began();
    if (way.isTime(() => {})) continue;
    const [alarm] = alarms.splice(0);
    waits.push(alarm?.at ?? 0);
    pass(600_000);
    expect(way.isTime(() => {})).toBe(true);
  }
  expect(waits.map((at, turn) => at - turn * 600_000)).toEqual([
    60_000, 120_000, 240_000, 480_000, 600_000, 600_000,
  ]);
});

test('at once where another user asks', () => {
  const { way, pass } = tab();
  way.began();
  expect(way.isTime(() => {})).toBe(true);
  pass(1_000);
  way.began();
  expect(way.isTime(() => {})).toBe(false);
  way.asked();
  expect(way.isTime(() => {})).toBe(true);
});
