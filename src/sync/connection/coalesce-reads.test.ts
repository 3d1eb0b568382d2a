import { expect, test } from 'vitest';
import { coalesceReads } from './coalesce-reads.ts';
import type { RemotePort } from './remote-port.ts';

/** A service that counts its requests, and a timer that the test fires. */
function createService() {
  const requests: unknown[] = [];
  const due: (() => void)[] = [];
  const service = { fail: false };
  const list = async (...args: unknown[]) => {
    requests.push(args.slice(0, -1));
    if (service.fail) throw new Error('No network.');
    return { data: [], paging: { next: null } };
  };
  const remote = { listInspections: list, listImages: list, getInspection: list } as unknown as RemotePort;
  const after = (_ms: number, work: () => void) => {
    due.push(work);
    return () => {};
  };
  const fireTimers = () => {
    for (const work of due.splice(0)) work();
  };
  return { remote: coalesceReads(remote, { after }), requests, service, fireTimers };
}

test('equal reads within a second share one request', async () => {
  const { remote, requests, fireTimers } = createService();
  const options = () => ({ signal: new AbortController().signal });
  const first = remote.listInspections({ limit: 100 }, options());
  expect(await remote.listInspections({ limit: 100 }, options())).toBe(await first);
  await remote.listImages('i', { limit: 100 }, options());
  await remote.getInspection('i', {}, options());
  await remote.listInspections({ limit: 100, after: 'x' }, options());
  expect(requests).toHaveLength(4);
  fireTimers();
  await remote.listInspections({ limit: 100 }, options());
  expect(requests).toHaveLength(5);
});

test('a failed read is not shared', async () => {
  const { remote, requests, service } = createService();
  service.fail = true;
  await expect(remote.getInspection('i', {}, {})).rejects.toThrow('No network.');
  service.fail = false;
  await remote.getInspection('i', {}, {});
  expect(requests).toHaveLength(2);
});
