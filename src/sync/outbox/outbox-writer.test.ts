import { expect, test } from 'vitest';
import type { OutboxChange } from '../../domain/outbox/delivery.ts';
import { OutboxWriter } from './outbox-writer.ts';

const remove = (sequence: number): OutboxChange => ({ type: 'settle', sequence });

/** A store whose transactions end when the test ends them, and a timer that the test fires. */
function createSlowStore() {
  const written: number[][] = [];
  const running: { done(): void; fail(): void }[] = [];
  const record = (changes: readonly OutboxChange[]) =>
    new Promise<void>((resolve, reject) => {
      written.push(changes.map((change) => ('sequence' in change ? change.sequence : 0)));
      running.push({ done: resolve, fail: () => reject(new Error('disk')) });
    });
  const waiting: (() => void)[] = [];
  const later = (work: () => void) => void waiting.push(work);
  const fireTimers = () => {
    for (const work of waiting.splice(0)) work();
  };
  const turn = () => new Promise(setImmediate);
  return { written, running, record, later, fireTimers, turn };
}

test('coalesces writes during a transaction into the next one, in order', async () => {
  const { written, running, record, later, turn } = createSlowStore();
  const writer = new OutboxWriter({ record, schedule: later });
  const first = writer.write([remove(1)]);
  await turn();
  const second = writer.write([remove(2), remove(3)]);
  const third = writer.write([remove(4)]);
  await turn();
  expect(written).toEqual([[1]]);
  running[0]?.done();
  await first;
  await turn();
  expect(written).toEqual([[1], [2, 3, 4]]);
  running[1]?.done();
  await Promise.all([second, third, writer.flush()]);
});

test('resolves a write only after its commit', async () => {
  const { running, record, later, turn } = createSlowStore();
  const writer = new OutboxWriter({ record, schedule: later });
  let isWritten = false;
  const writing = writer.write([remove(1)]).then(() => {
    isWritten = true;
  });
  await turn();
  expect(isWritten).toBe(false);
  running[0]?.done();
  await writing;
});

test('writes nothing after a failure, because later changes depend on earlier ones', async () => {
  const { written, running, record, later, turn } = createSlowStore();
  const writer = new OutboxWriter({ record, schedule: later });
  const first = writer.write([remove(1)]);
  await turn();
  const second = writer.write([remove(2)]);
  running[0]?.fail();
  await expect(first).rejects.toThrow('disk');
  await expect(second).rejects.toThrow('disk');
  await expect(writer.write([remove(3)])).rejects.toThrow('disk');
  await expect(writer.flush()).rejects.toThrow('disk');
  expect(written).toEqual([[1]]);
});

test('writes a change that can wait with the next one that cannot, in order', async () => {
  const { written, running, record, later, turn } = createSlowStore();
  const writer = new OutboxWriter({ record, schedule: later });
  const canWait = writer.write([remove(1)], { canWait: true });
  await turn();
  expect(written).toEqual([]);
  const urgent = writer.write([remove(2)]);
  await turn();
  expect(written).toEqual([[1, 2]]);
  running[0]?.done();
  await Promise.all([canWait, urgent]);
});

test('writes a change that can wait after the delay, or at once on flush', async () => {
  const { written, running, record, later, fireTimers, turn } = createSlowStore();
  const writer = new OutboxWriter({ record, schedule: later });
  void writer.write([remove(1)], { canWait: true });
  fireTimers();
  await turn();
  expect(written).toEqual([[1]]);
  running[0]?.done();
  await turn();
  void writer.write([remove(2)], { canWait: true });
  const flushed = writer.flush();
  await turn();
  expect(written).toEqual([[1], [2]]);
  running[1]?.done();
  await flushed;
});

test('flushIfIdle writes now, unless a transaction is running', async () => {
  const { written, running, record, later, turn } = createSlowStore();
  const writer = new OutboxWriter({ record, schedule: later });
  void writer.write([remove(1)], { canWait: true });
  writer.flushIfIdle();
  await turn();
  expect(written).toEqual([[1]]);
  void writer.write([remove(2)], { canWait: true });
  writer.flushIfIdle();
  running[0]?.done();
  await turn();
  expect(written).toEqual([[1]]);
  writer.flushIfIdle();
  await turn();
  expect(written).toEqual([[1], [2]]);
});

test('an early write does not shorten the delay of later changes', async () => {
  const { written, running, record, later, fireTimers, turn } = createSlowStore();
  const writer = new OutboxWriter({ record, schedule: later });
  void writer.write([remove(1)], { canWait: true });
  writer.flushIfIdle();
  await turn();
  running[0]?.done();
  await turn();
  later(() => void writer.write([remove(2)], { canWait: true }));
  fireTimers();
  await turn();
  expect(written).toEqual([[1]]);
  fireTimers();
  await turn();
  expect(written).toEqual([[1], [2]]);
});
