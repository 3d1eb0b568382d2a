import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromSharedQuality,
  getFailureRate,
  type NetworkSample,
  toSharedQuality,
  UNKNOWN_QUALITY,
  updateQuality,
} from '../connection/network-quality.ts';
import { chooseRoute, type RouteInput } from './choose-route.ts';

const MB = 1_000_000;
const base: RouteInput = {
  mode: 'auto',
  deadlineMs: 10_000,
  taskName: 'damage_detection',
  work: { uploadBytes: 3 * MB, requests: 4, waitMs: 0, isBlocked: false },
  quality: UNKNOWN_QUALITY,
  hints: { isOnline: true },
  now: 0,
};
const measured = (samples: readonly NetworkSample[], from = UNKNOWN_QUALITY) =>
  samples.reduce(updateQuality, from);
const upload = (at: number, bytesPerSecond: number): NetworkSample => ({
  type: 'responded',
  at,
  ms: (MB / bytesPerSecond) * 1_000,
  bytes: MB,
});
const call = (at: number, ms: number): NetworkSample => ({ type: 'responded', at, ms, bytes: 0 });
const failure = (at: number): NetworkSample => ({ type: 'failed', at, ms: 30_000, bytes: 0 });
const result = (ms: number): NetworkSample => ({ type: 'result', taskName: 'damage_detection', ms });

describe('chooseRoute', () => {
  test('a fast link and a fast service: remote, with the estimate', () => {
    const quality = measured([upload(0, 5 * MB), call(0, 40), result(4_000)]);
    const route = chooseRoute({ ...base, quality });
    expect(route).toEqual({
      where: 'remote',
      reason: 'a remote result is expected in 4.8 s',
      estimateMs: 4_800,
    });
  });

  test('a slow link: device, and the reason has both times', () => {
    const quality = measured([upload(0, 0.1 * MB), call(0, 400), result(4_000)]);
    const route = chooseRoute({ ...base, quality });
    expect(route).toMatchObject({ where: 'device', estimateMs: 36_000 });
    expect(route.reason).toBe('a remote result would take 36 s, over the deadline of 10 s');
  });

  test('a slow service: device, even on a fast link', () => {
    const quality = measured([upload(0, 50 * MB), call(0, 5), result(12_000)]);
    expect(chooseRoute({ ...base, quality }).where).toBe('device');
  });

  test('nothing left to upload: remote, even on a slow link', () => {
    const quality = measured([upload(0, 0.1 * MB), call(0, 100), result(4_000)]);
    const work = { ...base.work, uploadBytes: 0, requests: 1 };
    expect(chooseRoute({ ...base, quality, work }).where).toBe('remote');
  });

  test('uses the browser’s figures before anything was measured', () => {
    const hints = { isOnline: true, downlinkMbps: 0.4, rttMs: 900 };
    expect(chooseRoute({ ...base, hints }).where).toBe('device');
    expect(chooseRoute({ ...base, hints: { isOnline: true, downlinkMbps: 200, rttMs: 20 } }).where).toBe(
      'remote',
    );
  });

  test('a recent response outweighs a browser that reports offline', () => {
    const offline = {
      ...base,
      hints: { isOnline: false },
      work: { ...base.work, uploadBytes: 0, requests: 0 },
    };
    expect(chooseRoute(offline)).toMatchObject({
      where: 'device',
      reason: 'the browser reports no network',
    });
    expect(chooseRoute({ ...offline, quality: measured([call(0, 50)]), now: 1_000 }).where).toBe('remote');
  });

  test('failed calls outweigh a browser that reports online', () => {
    const quality = measured([failure(0), failure(1_000)]);
    expect(chooseRoute({ ...base, quality, now: 1_000 })).toMatchObject({
      where: 'device',
      reason: '51 % of the latest calls to the service failed',
    });
  });

  test('paused sending: device', () => {
    expect(chooseRoute({ ...base, paused: 'unauthorized' })).toMatchObject({
      where: 'device',
      reason: 'sending is paused: unauthorized',
    });
  });

  test('a long Retry-After or a rejected operation: device', () => {
    const quality = measured([upload(0, 5 * MB), call(0, 40), result(4_000)]);
    const choose = (work: Partial<RouteInput['work']>) =>
      chooseRoute({ ...base, quality, work: { ...base.work, ...work } });
    expect(choose({}).where).toBe('remote');
    expect(choose({ waitMs: 30_000 })).toMatchObject({ where: 'device', estimateMs: 34_800 });
    expect(choose({ isBlocked: true })).toMatchObject({
      where: 'device',
      reason: expect.stringContaining('rejected'),
    });
  });

  test('a forced route ignores the network', () => {
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

  test('just under the deadline: remote stays remote, device stays device', () => {
    expect([at(4.5 * MB, 'remote'), at(4.5 * MB, 'device'), at(4.5 * MB)]).toEqual([
      'remote',
      'device',
      'remote',
    ]);
    expect(at(2.5 * MB, 'device')).toBe('remote');
    expect(at(5.5 * MB, 'remote')).toBe('device');
  });

  test('an unstable network does not make the route change back and forth', () => {
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
          if (sample) quality = updateQuality(quality, sample(now));
          const { where } = chooseRoute({ ...base, quality, now, ...(previous && { previous }) });
          if (previous && where !== previous) switches += 1;
          previous = where;
        }
        expect(switches).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  test('returns to the remote after 2 minutes without failures', () => {
    const quality = measured([call(0, 50), upload(0, 5 * MB), result(3_000), failure(0), failure(0)]);
    const later = (now: number) => chooseRoute({ ...base, quality, previous: 'device', now }).where;
    expect([later(10_000), later(120_000)]).toEqual(['device', 'remote']);
  });
});

describe('network quality', () => {
  test('averages stay within the measured range, and the failure rate between 0 and 1', () => {
    const samples = fc.array(
      fc.oneof(
        fc.record({
          type: fc.constant('responded' as const),
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
        const latencies = list.flatMap((one) =>
          one.type === 'responded' && one.bytes === 0 ? [one.ms] : [],
        );
        if (latencies.length === 0) return;
        expect(quality.latencyMs).toBeGreaterThanOrEqual(Math.min(...latencies) - 1e-6);
        expect(quality.latencyMs).toBeLessThanOrEqual(Math.max(...latencies) + 1e-6);
      }),
    );
  });

  test('the failure rate only falls between failures', () => {
    const quality = measured([failure(1_000_000)]);
    expect(getFailureRate(quality, 0)).toBe(quality.failureRate);
    expect(getFailureRate(quality, 1_060_000)).toBe(quality.failureRate / 2);
  });

  test('another tab gets the same quality, whatever its monotonic clock shows', () => {
    const quality = measured([call(1_000, 50), failure(9_000)]);
    const shared = toSharedQuality(quality, 10_000);
    expect(shared).toMatchObject({ sinceResponseMs: 9_000, sinceFailureMs: 1_000 });
    expect(fromSharedQuality(shared, 10_000)).toEqual(quality);
    expect(getFailureRate(fromSharedQuality(shared, 77), 77)).toBe(getFailureRate(quality, 10_000));
    expect(fromSharedQuality(toSharedQuality(UNKNOWN_QUALITY, 5), 9)).toEqual(UNKNOWN_QUALITY);
  });

  test('a missed deadline raises the task time to the deadline, until faster results arrive', () => {
    const late = { type: 'late', taskName: 'damage_detection', ms: 10_000 } as const;
    expect(measured([result(3_000), late]).taskMs).toEqual({ damage_detection: 10_000 });
    expect(measured([result(30_000), late]).taskMs).toEqual({ damage_detection: 30_000 });
    const after = measured([late, ...Array.from({ length: 5 }, () => result(3_000))]).taskMs.damage_detection;
    expect(after).toBeLessThan(5_000);
  });

  test('ignores results that took longer than 10 minutes', () => {
    expect(measured([result(9 * 3_600_000)]).taskMs).toEqual({});
  });
});
