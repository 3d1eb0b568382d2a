import { expect, it, vi } from 'vitest';
import { eventually } from '../../test/fixtures/eventually.ts';
import type { EventType, KerbsideEvent } from '../domain/events.ts';
import { type LiveSource, liveQueries } from './index.ts';
import { addProgress, sumProgress } from './model-progress.ts';

const chunk = (file: string, receivedBytes: number, totalBytes = 100) => ({
  file,
  receivedBytes,
  totalBytes,
});

it('sums the files, each with its latest state', () => {
  const events = [chunk('a', 10), chunk('b', 5, 50), chunk('a', 100), chunk('b', 20, 50)];
  const progress = events.reduce(addProgress, sumProgress([]));
  expect(progress).toEqual({
    files: [chunk('a', 100), chunk('b', 20, 50)],
    receivedBytes: 120,
    totalBytes: 150,
  });
});

it('is ready at once, and shows many chunks as few changes', async () => {
  const handlers = new Map<EventType, (event: KerbsideEvent) => void>();
  const source = {
    on(type: EventType, handler: (event: KerbsideEvent) => void) {
      handlers.set(type, handler);
      return () => handlers.delete(type);
    },
  } as unknown as LiveSource; // it reads no records
  const query = liveQueries(source).modelProgress();
  const onChange = vi.fn();
  const unsubscribe = query.subscribe(onChange);
  await query.whenLoaded();
  for (let n = 1; n <= 100; n += 1)
    handlers.get('model.progress')?.({ type: 'model.progress', ...chunk('a', n) });
  await eventually(() => expect(query.getSnapshot().data?.receivedBytes).toBe(100));
  expect(onChange.mock.calls.length).toBeLessThan(5);
  unsubscribe();
  await Promise.resolve();
  expect(handlers.size).toBe(0);
});
