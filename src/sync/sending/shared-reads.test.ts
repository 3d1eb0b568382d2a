import { expect, test } from 'vitest';
import type { RemotePort } from './remote-port.ts';
import { sharedReads } from './shared-reads.ts';

/** A service that counts, and a clock that is moved by hand. */
function counted() {
  const asked: unknown[] = [];
  const due: (() => void)[] = [];
  const answers = { fail: false };
  const list = async (...args: unknown[]) => {
    asked.push(args.slice(0, -1));
    if (answers.fail) throw new Error('No network.');
    return { data: [], paging: { next: null } };
  };
  const remote = { listInspections: list, listImages: list, getInspection: list } as unknown as RemotePort;
  const after = (_ms: number, work: () => void) => {
    due.push(work);
    return () => {};
  };
  const pass = () => {
    for (const work of due.splice(0)) work();
  };
  return { remote: sharedReads(remote, { after }), asked, answers, pass };
}

test('the same question is asked once, however many want to know', async () => {
  const { remote, asked, pass } = counted();
  const options = () => ({ signal: new AbortController().signal });
  const first = remote.listInspections({ limit: 100 }, options());
  expect(await remote.listInspections({ limit: 100 }, options())).toBe(await first);
  await remote.listImages('i', { limit: 100 }, options());
  await remote.getInspection('i', {}, options());
  await remote.listInspections({ limit: 100, after: 'x' }, options());
  expect(asked).toHaveLength(4);
  pass();
  await remote.listInspections({ limit: 100 }, options());
  expect(asked).toHaveLength(5);
});

test('a question that was not answered is asked again', async () => {
  const { remote, asked, answers } = counted();
  answers.fail = true;
  await expect(remote.getInspection('i', {}, {})).rejects.toThrow('No network.');
  answers.fail = false;
  await remote.getInspection('i', {}, {});
  expect(asked).toHaveLength(2);
});
