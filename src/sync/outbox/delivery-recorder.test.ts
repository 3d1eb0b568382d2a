import { expect, test } from 'vitest';
import type { OutboxChange } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import { DeliveryRecorder } from './delivery-recorder.ts';

const turn = () => new Promise(setImmediate);

/** A recorder with a store whose transactions end when the test ends them, and a timer that the test fires. */
function createRecorder() {
  const written: number[][] = [];
  const running: { done(): void; fail(): void }[] = [];
  const record = (changes: readonly OutboxChange[]) =>
    new Promise<void>((resolve, reject) => {
      written.push(changes.map((change) => ('sequence' in change ? change.sequence : 0)));
      running.push({ done: resolve, fail: () => reject(new Error('disk')) });
    });
  const waiting: (() => void)[] = [];
  const committed: number[] = [];
  const failures: unknown[] = [];
  const recorder = new DeliveryRecorder({
    store: { record },
    clock: {
      after(_milliseconds, work) {
        waiting.push(work);
        return () => {};
      },
    },
    stopped: new AbortController().signal,
    onWritten() {},
    onFailure: (error) => failures.push(error),
  });
  return {
    recorder,
    written,
    running,
    committed,
    failures,
    fireTimers() {
      for (const work of waiting.splice(0)) work();
    },
    /** Records that an operation left the outbox. */
    remove(sequence: number, options?: { canWait: boolean }) {
      const operation = { sequence, inspectionId: 'i' } as StoredOperation;
      recorder.write(operation, [{ type: 'remove', sequence }], () => committed.push(sequence), options);
    },
  };
}

test('coalesces writes during a transaction into the next one, in order', async () => {
  const { written, running, committed, remove } = createRecorder();
  remove(1);
  await turn();
  remove(2);
  remove(3);
  remove(4);
  await turn();
  expect(written).toEqual([[1]]);
  running[0]?.done();
  await turn();
  expect(written).toEqual([[1], [2, 3, 4]]);
  running[1]?.done();
  await turn();
  expect(committed).toEqual([1, 2, 3, 4]);
});

test('reports a write only after its commit', async () => {
  const { recorder, running, committed, remove } = createRecorder();
  remove(1);
  await turn();
  expect([committed, recorder.isIdle]).toEqual([[], false]);
  running[0]?.done();
  await turn();
  expect([committed, recorder.isIdle]).toEqual([[1], true]);
});

test('writes nothing after a failure, because later changes depend on earlier ones', async () => {
  const { recorder, written, running, committed, failures, remove } = createRecorder();
  remove(1);
  await turn();
  remove(2);
  running[0]?.fail();
  await turn();
  remove(3);
  await expect(recorder.whenWritten('i')).rejects.toThrow('disk');
  expect(failures).toEqual([new Error('disk'), new Error('disk'), new Error('disk')]);
  expect([written, committed]).toEqual([[[1]], []]);
});

test('writes a change that can wait with the next one that cannot, in order', async () => {
  const { written, remove } = createRecorder();
  remove(1, { canWait: true });
  await turn();
  expect(written).toEqual([]);
  remove(2);
  await turn();
  expect(written).toEqual([[1, 2]]);
});

test('writes a change that can wait after the delay, or as soon as the inspection is read', async () => {
  const { recorder, written, running, remove, fireTimers } = createRecorder();
  remove(1, { canWait: true });
  fireTimers();
  await turn();
  expect(written).toEqual([[1]]);
  running[0]?.done();
  await turn();
  remove(2, { canWait: true });
  const whenWritten = recorder.whenWritten('i');
  await turn();
  expect(written).toEqual([[1], [2]]);
  running[1]?.done();
  await whenWritten;
});

test('flushIfIdle writes now, unless a transaction is running', async () => {
  const { recorder, written, running, remove } = createRecorder();
  remove(1, { canWait: true });
  recorder.flushIfIdle();
  await turn();
  expect(written).toEqual([[1]]);
  remove(2, { canWait: true });
  recorder.flushIfIdle();
  running[0]?.done();
  await turn();
  expect(written).toEqual([[1]]);
  recorder.flushIfIdle();
  await turn();
  expect(written).toEqual([[1], [2]]);
});

test('an early write does not shorten the delay of later changes', async () => {
  const { recorder, written, running, remove, fireTimers } = createRecorder();
  remove(1, { canWait: true });
  recorder.flushIfIdle();
  await turn();
  running[0]?.done();
  await turn();
  fireTimers();
  remove(2, { canWait: true });
  await turn();
  expect(written).toEqual([[1]]);
  fireTimers();
  await turn();
  expect(written).toEqual([[1], [2]]);
});
