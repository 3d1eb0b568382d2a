import { afterEach, describe, expect, test, vi } from 'vitest';
import type { InspectionEvent } from '../../../src/domain/events.ts';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';
import { openKerbside } from '../../../src/kerbside.ts';
import { EventHub } from '../../../src/operations/events.ts';
import type { Channel } from '../../../src/platform/ports.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { remoteSync } from '../../../src/sync/index.ts';
import { createMemoryNotes } from '../support/memory-notes.ts';
import { smallPhoto } from '../support/photos.ts';

const created = (inspectionId: string): InspectionEvent => ({ type: 'inspection.created', inspectionId });
const updated = (inspectionId: string): InspectionEvent => ({ type: 'inspection.updated', inspectionId });

/** Creates connected channels, like BroadcastChannel: a message reaches all others as a copy, never its sender. */
function tabs() {
  const listeners = new Map<object, (message: unknown) => void>();
  return (): Channel => {
    const self = {};
    return {
      post: (message) => {
        for (const [other, hear] of listeners) if (other !== self) hear(structuredClone(message));
      },
      onMessage: (handler) => void listeners.set(self, handler),
      close: () => void listeners.delete(self),
    };
  };
}

describe('events', () => {
  const opened: EventHub[] = [];
  const hub = (channel: Channel) => {
    const made = new EventHub(channel);
    opened.push(made);
    return made;
  };
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
  });

  test('call each handler of their type once, in this tab and others', () => {
    const open = tabs();
    const [here, there] = [hub(open()), hub(open())];
    const heard: string[] = [];
    here.on('inspection.created', ({ inspectionId }) => heard.push(`here ${inspectionId}`));
    there.on('inspection.created', ({ inspectionId }) => heard.push(`there ${inspectionId}`));
    there.on('inspection.updated', () => heard.push('wrong type'));
    here.publish(created('a'));
    there.publish(created('b'));
    expect(heard).toEqual(['here a', 'there a', 'there b', 'here b']);
  });

  test('do not call a removed handler', () => {
    const here = hub(tabs()());
    const heard = vi.fn();
    const off = here.on('inspection.created', heard);
    off();
    off();
    here.publish(created('a'));
    expect(heard).not.toHaveBeenCalled();
  });

  test('call the other handlers if one throws, and its error is logged', () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
    const here = hub(tabs()());
    const heard = vi.fn();
    here.on('inspection.created', () => {
      throw new Error('a bug of the app');
    });
    here.on('inspection.created', heard);
    expect(() => here.publish(created('a'))).not.toThrow();
    expect(heard).toHaveBeenCalledOnce();
    expect(reported).toHaveBeenCalledWith(expect.objectContaining({ message: 'a bug of the app' }));
    reported.mockRestore();
  });
});

test('an inspection can be watched before it is imported', async () => {
  const platform = { notes: createMemoryNotes() };
  const kerbside = await openKerbside({ user: { id: 'ann' }, store: new MemoryStore(), platform });
  const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
  const zip = await kerbside.storage.export(id);
  await kerbside.storage.purge(id, { discardUnsent: true });
  const events = kerbside.watch(id);
  await kerbside.storage.import(zip);
  expect((await events.next()).value).toEqual({ type: 'inspection.imported', inspectionId: id });
  kerbside.close();
});

describe('watching an inspection', () => {
  test('yields its events from all tabs in order, and buffers them for a slow reader', async () => {
    const open = tabs();
    const [here, there] = [new EventHub(open()), new EventHub(open())];
    const events = here.watch('a');
    here.publish(created('a'));
    there.publish(updated('a'));
    there.publish(updated('b'));
    here.publish({ type: 'storage.warning', usedBytes: 1, quotaBytes: 1 });
    here.publish({ type: 'inspection.deleted', inspectionId: 'a' });
    const received: string[] = [];
    for await (const { type } of events) if (received.push(type) === 3) break;
    expect(received).toEqual(['inspection.created', 'inspection.updated', 'inspection.deleted']);
    here.close();
    there.close();
  });

  test('by remote id yields the events from before the local id is known', async () => {
    const here = new EventHub(tabs()());
    let learn: (name: string) => void = () => {};
    const otherName = new Promise<string>((resolve) => {
      learn = resolve;
    });
    const events = here.watch('remote', undefined, otherName);
    here.publish(created('a'));
    here.publish(created('b'));
    learn('a');
    await otherName;
    here.publish(updated('a'));
    here.close();
    const received: string[] = [];
    for await (const { type, inspectionId } of events) received.push(`${type} ${inspectionId}`);
    expect(received).toEqual(['inspection.created a', 'inspection.updated a']);
  });

  test('resolves every pending next()', async () => {
    const here = new EventHub(tabs()());
    const events = here.watch('a');
    const waiting = [events.next(), events.next(), events.next()];
    here.publish(created('a'));
    here.publish(updated('a'));
    here.close();
    const results = await Promise.all(waiting);
    expect(results.map(({ value, done }) => (done ? 'end' : value.type)).sort()).toEqual([
      'end',
      'inspection.created',
      'inspection.updated',
    ]);
  });

  test('ends every pending next() on close', async () => {
    const here = new EventHub(tabs()());
    const events = here.watch('a');
    const waiting = [events.next(), events.next()];
    here.close();
    expect((await Promise.all(waiting)).map(({ done }) => done)).toEqual([true, true]);
  });

  test.each(['the signal aborts', 'Kerbside is closed', 'the loop is left'])('ends when %s', async (how) => {
    const here = new EventHub(tabs()());
    const aborter = new AbortController();
    const events = here.watch('a', aborter.signal);
    const waiting = events.next();
    if (how === 'the signal aborts') aborter.abort();
    else if (how === 'Kerbside is closed') here.close();
    else await events.return?.();
    expect(await waiting).toEqual({ value: undefined, done: true });
    here.publish(created('a'));
    expect(await events.next()).toEqual({ value: undefined, done: true });
    here.close();
  });

  test('yields the events from before the abort, then ends', async () => {
    const here = new EventHub(tabs()());
    const aborter = new AbortController();
    const events = here.watch('a', aborter.signal);
    here.publish(created('a'));
    aborter.abort();
    expect((await events.next()).value).toEqual(created('a'));
    expect((await events.next()).done).toBe(true);
    here.close();
  });

  test('ends immediately if the signal is already aborted or the hub is closed', async () => {
    const here = new EventHub(tabs()());
    expect((await here.watch('a', AbortSignal.abort()).next()).done).toBe(true);
    here.close();
    expect((await here.watch('a').next()).done).toBe(true);
  });

  test('removes its listeners from the signal', async () => {
    const here = new EventHub(tabs()());
    const { signal } = new AbortController();
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    for (let n = 0; n < 5; n += 1) await here.watch('a', signal).return?.();
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
    here.close();
  });
});

test('progress of a task and the measured network reach the other tabs', async () => {
  const openChannel = tabs();
  const store = new MemoryStore();
  const analyzer: Analyzer = {
    async analyze({ onProgress }) {
      onProgress(1, 1);
      return { createdBy: { model: 'm', version: '1', engine: 'e' } };
    },
  };
  const options = { user: { id: 'ann' }, store, database: crypto.randomUUID(), platform: { openChannel } };
  const here = await openKerbside({
    ...options,
    analyzer,
    sync: remoteSync({
      baseUrl: 'https://service.test/v1',
      getToken: () => 'token',
      route: 'device',
      fetch: async () => new Response('{}', { status: 500 }),
    }),
  });
  const there = await openKerbside(options);
  const tab = new EventHub(openChannel());
  const measured = new Promise((resolve) => tab.on('network.measured', resolve));
  const progressed = new Promise((resolve) => there.on('task.progress', resolve));
  const { result: id } = await here.inspections.createOne({ tasks: { damage_detection: {} } });
  await here.images.addOne(id, { tasks: ['damage_detection'] }, await smallPhoto());
  await here.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  expect(await progressed).toMatchObject({ inspectionId: id, done: 1, total: 1 });
  expect(await measured).toMatchObject({ quality: { sinceFailureMs: expect.any(Number) } });
  for (const kerbside of [here, there, tab]) kerbside.close();
});
