import { describe, expect, test } from 'vitest';
import type { AwaitedTask, RemoteId } from '../../domain/outbox/delivery.ts';
import type { OperationKind, StoredOperation } from '../../domain/outbox/operation.ts';
import { Chain } from './chain.ts';

let sequence = 0;

function op(kind: OperationKind, payload: object, more: Partial<StoredOperation> = {}): StoredOperation {
  sequence += 1;
  const own = { id: `op${sequence}`, inspectionId: 'i', userId: 'ada', createdAt: '', sequence };
  return { ...own, kind, payload, ...more } as StoredOperation;
}

const known: RemoteId = { localId: 'i', remoteId: 'r', inspectionId: 'i', kind: 'inspection' };
const awaited: AwaitedTask = { inspectionId: 'i', taskName: 'damage_detection', since: 0 };

function chainOf(operations: StoredOperation[], { ids = [known], tasks = [] as AwaitedTask[] } = {}): Chain {
  return new Chain('i', 'ada', { operations, remoteIds: ids, awaited: tasks });
}

const steps = (chain: Chain, isDue: (operation: StoredOperation) => boolean = () => true) =>
  chain.getNextSteps(isDue).map(({ type, entry: link }) => `${type} ${link.operation.kind}`);

const create = () => op('inspection.create', { input: { tasks: {} } });
const damage = () => op('damage.create', { damageId: 'd', input: { damageType: 'dent', partType: 'hood' } });
const onDamage = () =>
  op('view.create', { viewId: 'v', imageId: 'img', input: { imageId: 'img', damageId: 'd' } });
const deleteDamage = () => op('damage.delete', { damageId: 'd' });
const image: RemoteId = { localId: 'img', remoteId: 'ri', inspectionId: 'i', kind: 'image' };
const reason = { code: 'x', message: 'x' };
const unanswered = { state: 'waiting' as const, attempts: 1, unanswered: true, until: 0, reason };
const sending = { state: 'sending' as const, attempts: 1, unanswered: false };
const start = () => op('task.update', { taskName: 'damage_detection', input: { status: 'TODO' } });

describe('getNextSteps returns', () => {
  test('operations that wait for no earlier one', () => {
    const chain = chainOf([create(), damage()], { ids: [] });
    expect(steps(chain)).toEqual(['send inspection.create']);
  });

  test('no claimed, blocked or undue operations, nor those that wait for them', () => {
    const blocked = {
      ...damage(),
      delivery: { state: 'blocked', attempts: 1, unanswered: false, reason },
    } as const;
    expect(steps(chainOf([blocked, deleteDamage()]))).toEqual([]);
    expect(steps(chainOf([damage(), deleteDamage()]), ({ kind }) => kind !== 'damage.create')).toEqual([]);
    const chain = chainOf([damage(), deleteDamage()]);
    const [first] = chain.getNextSteps(() => true);
    if (first) first.entry.isClaimed = true;
    expect(steps(chain)).toEqual([]);
  });

  test('no operations of other users, nor those that wait for them', () => {
    const theirs = { ...damage(), userId: 'ben' } as StoredOperation;
    const note = op('inspection.pdf_data', { input: {} });
    expect(steps(chainOf([theirs, deleteDamage(), note]))).toEqual(['send inspection.pdf_data']);
  });
});

describe('a damage that was deleted and restored', () => {
  const matched: RemoteId = { localId: 'd', remoteId: 'rd', inspectionId: 'i', kind: 'damage' };
  const ids = [known, matched, image];
  const restoreDamage = () =>
    op('damage.create', { damageId: 'd', input: { damageType: 'dent', partType: 'hood' }, isRestored: true });
  const restoreView = () =>
    op('view.create', {
      viewId: 'v',
      imageId: 'img',
      input: { imageId: 'img', damageId: 'd' },
      isRestored: true,
    });

  test('is not deleted at the service, if that was not attempted', () => {
    expect(steps(chainOf([deleteDamage(), restoreDamage()], { ids }))).toEqual(['drop damage.delete']);
  });

  test('is deleted first and then created, if the delete may have been applied', () => {
    const doubtful = { ...deleteDamage(), delivery: unanswered } as StoredOperation;
    expect(steps(chainOf([doubtful, restoreDamage(), restoreView()], { ids }))).toEqual([
      'send damage.delete',
    ]);
    expect(steps(chainOf([restoreDamage(), restoreView()], { ids }))).toEqual(['send damage.create']);
  });

  test('is deleted after all, if it was deleted again', () => {
    const chain = chainOf([restoreDamage(), deleteDamage()], { ids });
    const [first] = chain.getNextSteps(() => true);
    if (first) chain.remove(first.entry, false);
    expect(steps(chain)).toEqual(['send damage.delete']);
  });

  test('does not hold up a view that was added before, on a damage that only this device knows', () => {
    const chain = chainOf([onDamage(), deleteDamage(), restoreDamage(), restoreView()], {
      ids: [known, image],
    });
    const done: string[] = [];
    for (let [next] = chain.getNextSteps(() => true); next; [next] = chain.getNextSteps(() => true)) {
      done.push(`${next.type} ${next.entry.operation.kind}`);
      if (next.type !== 'drop') break;
      chain.remove(next.entry, false);
    }
    expect(done).toEqual(['drop damage.delete', 'drop damage.create', 'adopt view.create']);
  });

  test('is left to the awaited results, if the service does not have it', () => {
    const chain = chainOf([deleteDamage(), restoreDamage(), restoreView()], {
      ids: [known, image],
      tasks: [awaited],
    });
    const dropped: string[] = [];
    for (let [next] = chain.getNextSteps(() => true); next; [next] = chain.getNextSteps(() => true)) {
      dropped.push(`${next.type} ${next.entry.operation.kind}`);
      chain.remove(next.entry, false);
    }
    expect(dropped).toEqual(['drop damage.delete', 'drop damage.create', 'drop view.create']);
  });
});

describe('an operation on a damage that this device’s model created', () => {
  test('waits while results are awaited, or the task start is not sent yet', () => {
    expect(steps(chainOf([deleteDamage()], { tasks: [awaited] }))).toEqual([]);
    expect(steps(chainOf([start(), deleteDamage()]))).toEqual(['send task.update']);
  });

  test('still waits after the task was started, until the results arrive', () => {
    const chain = chainOf([start(), deleteDamage()]);
    const [first] = chain.getNextSteps(() => true);
    if (first) chain.remove(first.entry, true);
    expect(steps(chain)).toEqual([]);
  });

  test('is sent for the remote damage that the results matched', () => {
    const matched: RemoteId = { localId: 'd', remoteId: 'rd', inspectionId: 'i', kind: 'damage' };
    expect(steps(chainOf([deleteDamage()], { ids: [known, matched] }))).toEqual(['send damage.delete']);
  });

  test('without awaited results: drops a delete, and adopts the damage for a view', () => {
    expect(steps(chainOf([deleteDamage()]))).toEqual(['drop damage.delete']);
    expect(steps(chainOf([onDamage()], { ids: [known, image] }))).toEqual(['adopt view.create']);
  });

  test('waits for the damage’s create, even if it was recorded later', () => {
    expect(steps(chainOf([onDamage(), damage()], { ids: [known, image] }))).toEqual(['send damage.create']);
  });
});

describe('a photo that was deleted before it was sent', () => {
  const add = (more: Partial<StoredOperation> = {}) =>
    op('image.add', { imageId: 'img', input: { tasks: [] } }, more);
  const unadd = () => op('image.delete', { imageId: 'img' });

  test('is dropped with its views, and nothing else', () => {
    const chain = chainOf([add(), onDamage(), op('view.delete', { viewId: 'v' }), unadd(), damage()]);
    const dropped: string[] = [];
    for (
      let [step] = chain.getNextSteps(() => true);
      step?.type === 'drop';
      [step] = chain.getNextSteps(() => true)
    ) {
      dropped.push(step.entry.operation.kind);
      chain.remove(step.entry, false);
    }
    expect(dropped).toEqual(['image.add', 'view.create', 'view.delete', 'image.delete']);
    expect(steps(chain)).toEqual(['send damage.create']);
  });

  test('is dropped even if the service rejected it, or it waits for a retry', () => {
    const tried = { attempts: 1, unanswered: false, reason };
    const blocked = { ...tried, state: 'blocked' as const };
    const waiting = { ...tried, state: 'waiting' as const, until: 9 };
    expect(steps(chainOf([add({ delivery: blocked }), unadd()]))).toEqual(['drop image.add']);
    expect(steps(chainOf([add({ delivery: waiting }), unadd()]), () => false)).toEqual(['drop image.add']);
  });

  test('is reconciled and not sent again if it is in doubt; if it exists, its delete is sent', () => {
    for (const delivery of [unanswered, sending])
      expect(steps(chainOf([add({ delivery }), unadd()]))).toEqual(['reconcile image.add']);
    expect(steps(chainOf([unadd()], { ids: [known, image] }))).toEqual(['send image.delete']);
  });
});

describe('a deleted inspection', () => {
  const add = (more: Partial<StoredOperation> = {}) =>
    op('image.add', { imageId: 'img', input: { tasks: [] } }, more);
  const remove = () => op('inspection.delete', {});

  /** Returns the operations that are dropped, and the steps that are left. */
  const dropAll = (chain: Chain) => {
    const dropped: string[] = [];
    for (let all = chain.getNextSteps(() => true); all.some(({ type }) => type === 'drop'); ) {
      for (const { type, entry: link } of all) {
        if (type !== 'drop') continue;
        dropped.push(link.operation.kind);
        chain.remove(link, false);
      }
      all = chain.getNextSteps(() => true);
    }
    return { dropped, left: steps(chain) };
  };

  test('is dropped completely if it was not sent, its delete last', () => {
    const chain = chainOf([create(), add(), damage(), onDamage(), start(), remove()], { ids: [] });
    const rest = ['inspection.create', 'image.add', 'damage.create', 'view.create', 'task.update'];
    expect(dropAll(chain)).toEqual({ dropped: [...rest, 'inspection.delete'], left: [] });
  });

  test('is dropped even if the service rejected its create, or that waits for a retry', () => {
    for (const state of ['blocked', 'waiting'] as const) {
      const delivery = { state, attempts: 1, unanswered: false, reason, until: 9 };
      const chain = chainOf([{ ...create(), delivery }, add(), remove()], { ids: [] });
      expect(dropAll(chain).left).toEqual([]);
    }
  });

  test('is reconciled if its create is in doubt, and the rest is dropped', () => {
    for (const delivery of [unanswered, sending]) {
      const chain = chainOf([{ ...create(), delivery }, add(), remove()], { ids: [] });
      expect(dropAll(chain)).toEqual({ dropped: ['image.add'], left: ['reconcile inspection.create'] });
    }
  });

  test('is deleted at the service if it exists there; unsent operations are dropped in every state', () => {
    const blocked = { state: 'blocked' as const, attempts: 1, unanswered: true, reason };
    const chain = chainOf([add({ delivery: unanswered }), damage(), add({ delivery: blocked }), remove()]);
    expect(dropAll(chain)).toEqual({
      dropped: ['image.add', 'damage.create', 'image.add'],
      left: ['send inspection.delete'],
    });
  });

  test('is not deleted at the service before requests in flight have ended', () => {
    const [photo, deletion] = [add(), remove()];
    const chain = chainOf([photo]);
    const [sent] = chain.getNextSteps(() => true);
    if (sent) sent.entry.isClaimed = true;
    chain.refresh({ operations: [photo, deletion], remoteIds: [], awaited: [] });
    expect(steps(chain)).toEqual([]);
    if (sent) chain.remove(sent.entry, false);
    expect(steps(chain)).toEqual(['send inspection.delete']);
  });

  test('drops operations of other users, but only the user who deleted it sends the delete', () => {
    const theirs = (operation: StoredOperation) => ({ ...operation, userId: 'ben' });
    expect(dropAll(chainOf([theirs(damage()), remove()])).left).toEqual(['send inspection.delete']);
    expect(dropAll(chainOf([damage(), theirs(remove())])).left).toEqual([]);
    const tried = { ...theirs(create()), delivery: unanswered };
    expect(dropAll(chainOf([tried, damage(), remove()], { ids: [] }))).toEqual({
      dropped: ['damage.create'],
      left: [], // only its own user can reconcile it
    });
  });
});

test('an operation that references a record the service will never have is blocked', () => {
  expect(steps(chainOf([op('severity.update', { severityId: 's', input: {} })]))).toEqual([
    'block severity.update',
  ]);
  expect(steps(chainOf([onDamage()], { ids: [] }))).toEqual(['block view.create']);
});

test('refresh does not bring back operations that were removed after the read', () => {
  const [made, note] = [damage(), op('inspection.pdf_data', { input: {} })];
  const chain = chainOf([made, note]);
  const [first] = chain.getNextSteps(() => true);
  if (first) chain.remove(first.entry, false);
  chain.refresh({ operations: [made, note], remoteIds: [known], awaited: [] });
  expect(steps(chain)).toEqual(['send inspection.pdf_data']);
});
