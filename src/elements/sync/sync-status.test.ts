import { describe, expect, it } from 'vitest';
import type { SyncStatus } from '../../domain/api/sync-status.ts';
import { namesIn } from '../../domain/names/names.ts';
import { en } from '../locales/en.ts';
import { getPauseReason, summarizeStatus } from './sync-status.ts';

const IDLE: SyncStatus = {
  operations: { queued: 0, sending: 0, waiting: 0, blocked: 0 },
  photoBytes: 0,
  inFlight: [],
  blocked: [],
  paused: null,
  pauseCause: null,
  ofOthers: 0,
  waitingReason: null,
  awaited: 0,
  lastSuccessAt: null,
};
const waiting = (count: number) => ({ ...IDLE.operations, waiting: count });

describe('summarizeStatus', () => {
  const summarize = (status: Partial<SyncStatus>) =>
    summarizeStatus({ ...IDLE, ...status }, en.sync, namesIn('en'));

  it('says that everything is sent', () => {
    expect(summarize({})).toBe('Everything is sent.');
  });

  it('counts operations of other users separately', () => {
    const operations = { ...IDLE.operations, queued: 3, waiting: 2 };
    expect(summarize({ operations, ofOthers: 4 })).toBe(
      '1 waiting · 4 from other users of this device, sent when they sign in',
    );
  });

  it('adds the size of the photos that are not uploaded', () => {
    expect(summarize({ operations: waiting(1), photoBytes: 4_200_000 })).toBe(
      '1 waiting · 4.2 MB of photos to upload',
    );
  });
});

describe('getPauseReason', () => {
  const noResponse = { code: 'timeout', message: 'no response' };

  it('returns the reason of the sender', () => {
    expect(getPauseReason({ ...IDLE, paused: 'unauthorized' }, true)).toBe('unauthorized');
  });

  it('is unreachable if operations wait and the device is offline', () => {
    expect(getPauseReason({ ...IDLE, operations: waiting(1) }, false)).toBe('unreachable');
    expect(getPauseReason(IDLE, false)).toBeNull();
  });

  it('is unreachable if the last attempt got no response', () => {
    const status = { ...IDLE, operations: waiting(1) };
    expect(getPauseReason({ ...status, waitingReason: noResponse }, true)).toBe('unreachable');
    expect(getPauseReason({ ...status, waitingReason: { ...noResponse, status: 503 } }, true)).toBeNull();
    expect(getPauseReason(status, true)).toBeNull();
  });

  it('ignores operations of other users', () => {
    expect(getPauseReason({ ...IDLE, operations: waiting(2), ofOthers: 2 }, false)).toBeNull();
  });
});
