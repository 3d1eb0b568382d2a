import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRoute, type RouteQuestion } from './choose-route.ts';
import { failuresAt, observed, type Sample, UNKNOWN_QUALITY } from './network-quality.ts';

const MB = 1_000_000;
const base: RouteQuestion = {
  mode: 'auto',
  deadlineMs: 10_000,
  taskName: 'damage_detection',
  work: { uploadBytes: 3 * MB, requests: 4, waitMs: 0, isBlocked: false },
  quality: UNKNOWN_QUALITY,
  hints: { isOnline: true },
  now: 0,
};
const measured = (samples: readonly Sample[], from = UNKNOWN_QUALITY) => samples.reduce(observed, from);
const upload = (at: number, bytesPerSecond: number): Sample => ({
  type: 'answered',
  at,
  ms: (MB / bytesPerSecond) * 1_000,
  bytes: MB,
});
const call = (at: number, ms: number): Sample => ({ type: 'answered', at, ms, bytes: 0 });
const failure = (at: number): Sample => ({ type: 'failed', at, ms: 30_000, bytes: 0 });
const result = (ms: number): Sample => ({ type: 'result', taskName: 'damage_detection', ms });

describe('the route', () => {
  test('a fast link and a fast service: remote, with the estimate', () => {
    const quality = measured([upload(0, 5 * MB), call(0, 40), result(4_000)]);
    const route = chooseRoute({ ...base, quality });
    expect(route).toEqual({
      where: 'remote',
      reason: 'a remote result is expected in 4.8 s',
      estimateMs: 4_800,
    });
  });

  test('a slow link: device, and the reason names both times', () => {
    const quality = measured([upload(0, 0.1 * MB), call(0, 400), result(4_000)]);
    const route = chooseRoute({ ...base, quality });
    expect(route).toMatchObject({ where: 'device', estimateMs: 36_000 });
    expect(route.reason).toBe('a remote result would take 36 s, over the deadline of 10 s');
  });

  test('a slow service: device, however fast the link', () => {
    const quality = measured([upload(0, 50 * MB), call(0, 5), result(12_000)]);
    expect(chooseRoute({ ...base, quality }).where).toBe('device');
  });

  test('nothing left to upload makes the remote near', () => {
    const quality = measured([upload(0, 0.1 * MB), call(0, 100), result(4_000)]);
    const work = { ...base.work, uploadBytes: 0, requests: 1 };
    expect(chooseRoute({ ...base, quality, work }).where).toBe('remote');
  });

  test('before anything was measured, the browser’s own figures are taken for it', () => {
    const hints = { isOnline: true, downlinkMbps: 0.4, rttMs: 900 };
    expect(chooseRoute({ ...base, hints }).where).toBe('device');
    expect(chooseRoute({ ...base, hints: { isOnline: true, downlinkMbps: 200, rttMs: 20 } }).where).toBe(
      'remote',
    );
  });

  test('offline is a hint: a call that was just answered outweighs it', () => {
    const offline = {
      ...base,
      hints: { isOnline: false },
      work: { ...base.work, uploadBytes: 0, requests: 0 },
    };
    expect(chooseRoute(offline)).toMatchObject({
      where: 'device',
      reason: 'the browser says that there is no network',
    });
    expect(chooseRoute({ ...offline, quality: measured([call(0, 50)]), now: 1_000 }).where).toBe('remote');
  });

  test('online is no more than a hint: calls that fail say otherwise', () => {
    const quality = measured([failure(0), failure(1_000)]);
    expect(chooseRoute({ ...base, quality, now: 1_000 })).toMatchObject({
      where: 'device',
      reason: '51 % of the latest calls to the service failed',
    });
  });

  test('a queue that is held sends nothing, so nothing is waited for', () => {
    expect(chooseRoute({ ...base, held: 'unauthorized' })).toMatchObject({
      where: 'device',
      reason: 'nothing is being sent: unauthorized',
    });
  });

  test('what the service asked to wait with, or refused, is not waited for', () => {
    const quality = measured([upload(0, 5 * MB), call(0, 40), result(4_000)]);
    const facing = (work: Partial<RouteQuestion['work']>) =>
      chooseRoute({ ...base, quality, work: { ...base.work, ...work } });
    expect(facing({}).where).toBe('remote');
    expect(facing({ waitMs: 30_000 })).toMatchObject({ where: 'device', estimateMs: 34_800 });
    expect(facing({ isBlocked: true })).toMatchObject({
      where: 'device',
      reason: expect.stringContaining('refused'),
    });
  });

  test('forced is forced, whatever the network does', () => {
    const worst = { ...base, quality: measured([failure(0), failure(0)]), hints: { isOnline: false } };
    expect(chooseRoute({ ...worst, mode: 'remote' }).where).toBe('remote');
    expect(chooseRoute({ ...base, mode: 'device' }).where).toBe('device');
  });
});

describe('hysteresis', () => {
  const at = (uploadBytes: number, previous?: 'device' | 'remote') =>
    chooseRoute({
      ...base,
      quality: measured([upload(0, MB), call(0, 0), result(5_000)]),
      work: { ...base.work, uploadBytes, requests: 0 },
      ...(previous && { previous }),
    }).where;

  test('just under the deadline: who is there stays, who left does not come back yet', () => {
    expect([at(4.5 * MB, 'remote'), at(4.5 * MB, 'device'), at(4.5 * MB)]).toEqual([
      'remote',
      'device',
      'remote',
    ]);
    expect(at(2.5 * MB, 'device')).toBe('remote');
    expect(at(5.5 * MB, 'remote')).toBe('device');
  });

  test('a network that flaps does not make the route flap', () => {
    const link = fc.constantFrom(
      (now: number) => call(now, 80),
      (now: number) => failure(now),
      (now: number) => upload(now, 3 * MB),
    );
    fc.assert(
      fc.property(fc.array(link, { minLength: 2, maxLength: 4 }), (beat) => {
        let quality = measured([result(2_000), upload(0, 3 * MB), call(0, 80)]);
        let previous: 'device' | 'remote' | undefined;
        let switches = 0;
        for (let turn = 0; turn < 200; turn += 1) {
          const now = turn * 1_000;
          const sample = beat[turn % beat.length];
          if (sample) quality = observed(quality, sample(now));
          const { where } = chooseRoute({ ...base, quality, now, ...(previous && { previous }) });
          if (previous && where !== previous) switches += 1;
          previous = where;
        }
        expect(switches).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  test('after a minute of silence the remote gets another chance', () => {
    const quality = measured([call(0, 50), upload(0, 5 * MB), result(3_000), failure(0), failure(0)]);
    const later = (now: number) => chooseRoute({ ...base, quality, previous: 'device', now }).where;
    expect([later(10_000), later(120_000)]).toEqual(['device', 'remote']);
  });
});

describe('network quality', () => {
  test('averages lie between what was measured, and the share of failures between 0 and 1', () => {
    const samples = fc.array(
      fc.oneof(
        fc.record({
          type: fc.constant('answered' as const),
          at: fc.nat({ max: 1e6 }),
          ms: fc.integer({ min: 1, max: 60_000 }),
          bytes: fc.constantFrom(0, MB),
        }),
        fc.record({
          type: fc.constantFrom('failed' as const),
          at: fc.nat({ max: 1e6 }),
          ms: fc.integer({ min: 1, max: 60_000 }),
          bytes: fc.constant(0),
        }),
      ),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(samples, (list) => {
        const quality = measured(list);
        expect(quality.failureRate).toBeGreaterThanOrEqual(0);
        expect(quality.failureRate).toBeLessThanOrEqual(1);
        const latencies = list.flatMap((one) => (one.type === 'answered' && one.bytes === 0 ? [one.ms] : []));
        if (latencies.length === 0) return;
        expect(quality.latencyMs).toBeGreaterThanOrEqual(Math.min(...latencies) - 1e-6);
        expect(quality.latencyMs).toBeLessThanOrEqual(Math.max(...latencies) + 1e-6);
      }),
    );
  });

  test('a clock that was set back makes no failure worse', () => {
    const quality = measured([failure(1_000_000)]);
    expect(failuresAt(quality, 0)).toBeLessThanOrEqual(quality.failureRate);
  });

  test('results that did not come in time make the service as slow as the wait, until others come', () => {
    const late = { type: 'late', taskName: 'damage_detection', ms: 10_000 } as const;
    expect(measured([result(3_000), late]).taskMs).toEqual({ damage_detection: 10_000 });
    expect(measured([result(30_000), late]).taskMs).toEqual({ damage_detection: 30_000 });
    const after = measured([late, ...Array.from({ length: 5 }, () => result(3_000))]).taskMs.damage_detection;
    expect(after).toBeLessThan(5_000);
  });

  test('results that came after a night are no measure of the service', () => {
    expect(measured([result(9 * 3_600_000)]).taskMs).toEqual({});
  });
});
