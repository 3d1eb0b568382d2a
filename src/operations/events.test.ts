import { describe, expect, test, vi } from 'vitest';
import type { InspectionEvent } from '../domain/events.ts';
import { EventHub, type HubEvent } from './events.ts';
import { createDeferred, NO_CHANNEL } from './test-host.suite.ts';

const updated = (inspectionId: string): InspectionEvent => ({ type: 'inspection.updated', inspectionId });

describe('EventHub', () => {
  test('publishes to this tab and to the channel, and emits messages of other tabs', () => {
    const posted: unknown[] = [];
    let receive = (_message: unknown) => {};
    const hub = new EventHub({
      post: (message) => posted.push(message),
      onMessage: (handler) => {
        receive = handler;
      },
      close() {},
    });
    const heard: HubEvent[] = [];
    hub.onAny((event) => heard.push(event));
    hub.publish(updated('a'));
    hub.emitLocal(updated('b'));
    receive(updated('c'));
    expect(posted).toEqual([updated('a')]);
    expect(heard).toEqual([updated('a'), updated('b'), updated('c')]);
  });

  test('calls the other handlers if one throws, and reports its error', () => {
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    const hub = new EventHub(NO_CHANNEL);
    const heard: HubEvent[] = [];
    hub.onAny(() => {
      throw new Error('a bug in the app');
    });
    hub.onAny((event) => heard.push(event));
    hub.publish(updated('a'));
    vi.unstubAllGlobals();
    expect(heard).toEqual([updated('a')]);
    expect(reportError).toHaveBeenCalledWith(expect.objectContaining({ message: 'a bug in the app' }));
  });
});

describe('watch', () => {
  test('buffers the events of its inspection and ends when the hub closes', async () => {
    const hub = new EventHub(NO_CHANNEL);
    const events = hub.watch('a');
    for (const id of ['a', 'b', 'a']) hub.publish(updated(id));
    hub.close();
    const received: InspectionEvent[] = [];
    for await (const event of events) received.push(event);
    expect(received).toEqual([updated('a'), updated('a')]);
  });

  test('also returns events under the alias, including those before it was known', async () => {
    const hub = new EventHub(NO_CHANNEL);
    const alias = createDeferred<string | undefined>();
    const events = hub.watch('remote-a', undefined, alias.promise);
    for (const id of ['a', 'b']) hub.publish(updated(id));
    alias.resolve('a');
    expect(await events.next()).toEqual({ value: updated('a'), done: false });
    for (const id of ['b', 'a']) hub.publish(updated(id));
    expect(await events.next()).toEqual({ value: updated('a'), done: false });
  });

  test('goes on without an alias if it cannot be read', async () => {
    const hub = new EventHub(NO_CHANNEL);
    const events = hub.watch('a', undefined, Promise.reject(new Error('the store failed')));
    hub.publish(updated('a'));
    expect(await events.next()).toEqual({ value: updated('a'), done: false });
  });

  test('ends a pending read when the signal aborts', async () => {
    const stop = new AbortController();
    const next = new EventHub(NO_CHANNEL).watch('a', stop.signal).next();
    stop.abort();
    expect(await next).toEqual({ value: undefined, done: true });
  });
});
