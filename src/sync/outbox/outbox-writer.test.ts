import { expect, test } from 'vitest';
import type { OutboxChange } from '../../domain/delivery.ts';
import { OutboxWriter } from './outbox-writer.ts';

const settle = (sequence: number): OutboxChange => ({ type: 'settle', sequence });

/** A disk whose transactions end when the test says so. */
function slowDisk() {
  const written: number[][] = [];
  const running: { done(): void; fail(): void }[] = [];
  const record = (changes: readonly OutboxChange[]) =>
    new Promise<void>((resolve, reject) => {
      written.push(changes.map((change) => ('sequence' in change ? change.sequence : 0)));
      running.push({ done: resolve, fail: () => reject(new Error('disk')) });
    });
  const waiting: (() => void)[] = [];
  const later = (work: () => void) => void waiting.push(work);
  const timePasses = () => {
    for (const work of waiting.splice(0)) work();
  };
  const turn = () => new Promise(setImmediate);
  return { written, running, record, later, timePasses, turn };
}

test('what comes in during a transaction goes together into the next, in order', async () => {
  const { written, running, record, later, turn } = slowDisk();
  const writer = new OutboxWriter({ record, later });
  const first = writer.write([settle(1)]);
  await turn();
  const second = writer.write([settle(2), settle(3)]);
  const third = writer.write([settle(4)]);
  await turn();
  expect(written).toEqual([[1]]);
  running[0]?.done();
  await first;
  await turn();
  expect(written).toEqual([[1], [2, 3, 4]]);
  running[1]?.done();
  await Promise.all([second, third, writer.flushed()]);
});

test('a write is answered only when it is on the disk', async () => {
  const { running, record, later, turn } = slowDisk();
  const writer = new OutboxWriter({ record, later });
  let isWritten = false;
  const writing = writer.write([settle(1)]).then(() => {
    isWritten = true;
  });
  await turn();
  expect(isWritten).toBe(false);
  running[0]?.done();
  await writing;
});

test('after a failure nothing more is written: later changes rest on earlier ones', async () => {
  const { written, running, record, later, turn } = slowDisk();
  const writer = new OutboxWriter({ record, later });
  const first = writer.write([settle(1)]);
  await turn();
  const second = writer.write([settle(2)]);
  running[0]?.fail();
  await expect(first).rejects.toThrow('disk');
  await expect(second).rejects.toThrow('disk');
  await expect(writer.write([settle(3)])).rejects.toThrow('disk');
  await expect(writer.flushed()).rejects.toThrow('disk');
  expect(written).toEqual([[1]]);
});

test('what can wait is written with the next that can not, in order', async () => {
  const { written, running, record, later, turn } = slowDisk();
  const writer = new OutboxWriter({ record, later });
  const patient = writer.write([settle(1)], { canWait: true });
  await turn();
  expect(written).toEqual([]);
  const urgent = writer.write([settle(2)]);
  await turn();
  expect(written).toEqual([[1, 2]]);
  running[0]?.done();
  await Promise.all([patient, urgent]);
});

test('what can wait is written a little later by itself, or at once when all must be', async () => {
  const { written, running, record, later, timePasses, turn } = slowDisk();
  const writer = new OutboxWriter({ record, later });
  void writer.write([settle(1)], { canWait: true });
  timePasses();
  await turn();
  expect(written).toEqual([[1]]);
  running[0]?.done();
  await turn();
  void writer.write([settle(2)], { canWait: true });
  const flushed = writer.flushed();
  await turn();
  expect(written).toEqual([[1], [2]]);
  running[1]?.done();
  await flushed;
});

test('who is short of work has it written now, but not twice: what is under way may bring it', async () => {
  const { written, running, record, later, turn } = slowDisk();
  const writer = new OutboxWriter({ record, later });
  void writer.write([settle(1)], { canWait: true });
  writer.hurry();
  await turn();
  expect(written).toEqual([[1]]);
  void writer.write([settle(2)], { canWait: true });
  writer.hurry();
  running[0]?.done();
  await turn();
  expect(written).toEqual([[1]]);
  writer.hurry();
  await turn();
  expect(written).toEqual([[1], [2]]);
});

test('what was written meanwhile does not shorten the time of what came after', async () => {
  const { written, running, record, later, timePasses, turn } = slowDisk();
  const writer = new OutboxWriter({ record, later });
  void writer.write([settle(1)], { canWait: true });
  writer.hurry();
  await turn();
  running[0]?.done();
  await turn();
  later(() => void writer.write([settle(2)], { canWait: true }));
  timePasses();
  await turn();
  expect(written).toEqual([[1]]);
  timePasses();
  await turn();
  expect(written).toEqual([[1], [2]]);
});
