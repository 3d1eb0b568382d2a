import { describe, expect, test } from 'vitest';
import type { AwaitedTask, RemoteId } from '../../domain/delivery.ts';
import type { OperationKind, StoredOperation } from '../../domain/operation.ts';
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
  chain.steps(isDue).map(({ type, link }) => `${type} ${link.operation.kind}`);

const create = () => op('inspection.create', { input: { tasks: {} } });
const damage = () => op('damage.create', { damageId: 'd', input: { damageType: 'dent', partType: 'hood' } });
const onDamage = () =>
  op('view.create', { viewId: 'v', imageId: 'img', input: { imageId: 'img', damageId: 'd' } });
const undamage = () => op('damage.delete', { damageId: 'd' });
const image: RemoteId = { localId: 'img', remoteId: 'ri', inspectionId: 'i', kind: 'image' };
const reason = { code: 'x', message: 'x' };
const unanswered = { state: 'waiting' as const, attempts: 1, unanswered: true, until: 0, reason };
const sending = { state: 'sending' as const, attempts: 1, unanswered: false };
const start = () => op('task.update', { taskName: 'damage_detection', input: { status: 'TODO' } });

describe('what goes next', () => {
  test('is what waits for nothing before it', () => {
    const chain = chainOf([create(), damage()], { ids: [] });
    expect(steps(chain)).toEqual(['send inspection.create']);
  });

  test('is not what is in hand, blocked, or not due; and what waits for those waits on', () => {
    const blocked = {
      ...damage(),
      delivery: { state: 'blocked', attempts: 1, unanswered: false, reason },
    } as const;
    expect(steps(chainOf([blocked, undamage()]))).toEqual([]);
    expect(steps(chainOf([damage(), undamage()]), ({ kind }) => kind !== 'damage.create')).toEqual([]);
    const chain = chainOf([damage(), undamage()]);
    const [first] = chain.steps(() => true);
    if (first) first.link.inHand = true;
    expect(steps(chain)).toEqual([]);
  });

  test('is never another user’s, nor what depends on that', () => {
    const theirs = { ...damage(), userId: 'ben' } as StoredOperation;
    const note = op('inspection.pdf_data', { input: {} });
    expect(steps(chainOf([theirs, undamage(), note]))).toEqual(['send inspection.pdf_data']);
  });
});

describe('an operation on a damage that a model of this device found', () => {
  test('waits while results are awaited, or their task is still to be started there', () => {
    expect(steps(chainOf([undamage()], { tasks: [awaited] }))).toEqual([]);
    expect(steps(chainOf([start(), undamage()]))).toEqual(['send task.update']);
  });

  test('waits on once its task was started, until what came of it is known', () => {
    const chain = chainOf([start(), undamage()]);
    const [first] = chain.steps(() => true);
    if (first) chain.remove(first.link, true);
    expect(steps(chain)).toEqual([]);
  });

  test('goes to the remote damage that it was matched to', () => {
    const matched: RemoteId = { localId: 'd', remoteId: 'rd', inspectionId: 'i', kind: 'damage' };
    expect(steps(chainOf([undamage()], { ids: [known, matched] }))).toEqual(['send damage.delete']);
  });

  test('that no results will match is forgotten if it deletes, and brings the damage along if it shows it', () => {
    expect(steps(chainOf([undamage()]))).toEqual(['forget damage.delete']);
    expect(steps(chainOf([onDamage()], { ids: [known, image] }))).toEqual(['adopt view.create']);
  });

  test('waits for the damage’s own creation, even one that was decided later', () => {
    expect(steps(chainOf([onDamage(), damage()], { ids: [known, image] }))).toEqual(['send damage.create']);
  });
});

describe('a photo that was deleted before it was sent', () => {
  const add = (more: Partial<StoredOperation> = {}) =>
    op('image.add', { imageId: 'img', input: { tasks: [] } }, more);
  const unadd = () => op('image.delete', { imageId: 'img' });

  test('is forgotten with all that is said of it, and takes nothing else along', () => {
    const chain = chainOf([add(), onDamage(), op('view.delete', { viewId: 'v' }), unadd(), damage()]);
    const forgotten: string[] = [];
    for (let [step] = chain.steps(() => true); step?.type === 'forget'; [step] = chain.steps(() => true)) {
      forgotten.push(step.link.operation.kind);
      chain.remove(step.link, false);
    }
    expect(forgotten).toEqual(['image.add', 'view.create', 'view.delete', 'image.delete']);
    expect(steps(chain)).toEqual(['send damage.create']);
  });

  test('is forgotten too where the service refused it, or asked to wait with it', () => {
    const answered = { attempts: 1, unanswered: false, reason };
    const blocked = { ...answered, state: 'blocked' as const };
    const waiting = { ...answered, state: 'waiting' as const, until: 9 };
    expect(steps(chainOf([add({ delivery: blocked }), unadd()]))).toEqual(['forget image.add']);
    expect(steps(chainOf([add({ delivery: waiting }), unadd()]), () => false)).toEqual(['forget image.add']);
  });

  test('is looked for, and not sent again, where it may have arrived; what is there is deleted', () => {
    for (const delivery of [unanswered, sending])
      expect(steps(chainOf([add({ delivery }), unadd()]))).toEqual(['look image.add']);
    expect(steps(chainOf([unadd()], { ids: [known, image] }))).toEqual(['send image.delete']);
  });
});

describe('an inspection that was deleted', () => {
  const add = (more: Partial<StoredOperation> = {}) =>
    op('image.add', { imageId: 'img', input: { tasks: [] } }, more);
  const remove = () => op('inspection.delete', {});

  /** What is forgotten at once, and what that leaves to do. */
  const forget = (chain: Chain) => {
    const forgotten: string[] = [];
    for (let all = chain.steps(() => true); all.some(({ type }) => type === 'forget'); ) {
      for (const { type, link } of all) {
        if (type !== 'forget') continue;
        forgotten.push(link.operation.kind);
        chain.remove(link, false);
      }
      all = chain.steps(() => true);
    }
    return { forgotten, left: steps(chain) };
  };

  test('before it was sent is forgotten whole, its deletion last', () => {
    const chain = chainOf([create(), add(), damage(), onDamage(), start(), remove()], { ids: [] });
    const whole = ['inspection.create', 'image.add', 'damage.create', 'view.create', 'task.update'];
    expect(forget(chain)).toEqual({ forgotten: [...whole, 'inspection.delete'], left: [] });
  });

  test('is forgotten too where the service refused it, or asked to wait with it', () => {
    for (const state of ['blocked', 'waiting'] as const) {
      const delivery = { state, attempts: 1, unanswered: false, reason, until: 9 };
      const chain = chainOf([{ ...create(), delivery }, add(), remove()], { ids: [] });
      expect(forget(chain).left).toEqual([]);
    }
  });

  test('is looked for where it may have arrived, and nothing more of it is sent', () => {
    for (const delivery of [unanswered, sending]) {
      const chain = chainOf([{ ...create(), delivery }, add(), remove()], { ids: [] });
      expect(forget(chain)).toEqual({ forgotten: ['image.add'], left: ['look inspection.create'] });
    }
  });

  test('is deleted at the service where that has it; what was still to be sent is forgotten, in whatever state', () => {
    const blocked = { state: 'blocked' as const, attempts: 1, unanswered: true, reason };
    const chain = chainOf([add({ delivery: unanswered }), damage(), add({ delivery: blocked }), remove()]);
    expect(forget(chain)).toEqual({
      forgotten: ['image.add', 'damage.create', 'image.add'],
      left: ['send inspection.delete'],
    });
  });

  test('is not deleted there before what is on its way has ended', () => {
    const [photo, deletion] = [add(), remove()];
    const chain = chainOf([photo]);
    const [sent] = chain.steps(() => true);
    if (sent) sent.link.inHand = true;
    chain.refresh({ operations: [photo, deletion], remoteIds: [], awaited: [] });
    expect(steps(chain)).toEqual([]);
    if (sent) chain.remove(sent.link, false);
    expect(steps(chain)).toEqual(['send inspection.delete']);
  });

  test('takes along what another user recorded in it, but leaves its deletion to who deleted it', () => {
    const theirs = (operation: StoredOperation) => ({ ...operation, userId: 'ben' });
    expect(forget(chainOf([theirs(damage()), remove()])).left).toEqual(['send inspection.delete']);
    expect(forget(chainOf([damage(), theirs(remove())])).left).toEqual([]);
    const tried = { ...theirs(create()), delivery: unanswered };
    expect(forget(chainOf([tried, damage(), remove()], { ids: [] }))).toEqual({
      forgotten: ['damage.create'],
      left: [], // only its own user can look for it
    });
  });
});

test('what refers to a record that the service will never know is refused', () => {
  expect(steps(chainOf([op('severity.update', { severityId: 's', input: {} })]))).toEqual([
    'refuse severity.update',
  ]);
  expect(steps(chainOf([onDamage()], { ids: [] }))).toEqual(['refuse view.create']);
});

test('what was read a moment ago does not bring back what was removed since', () => {
  const [made, note] = [damage(), op('inspection.pdf_data', { input: {} })];
  const chain = chainOf([made, note]);
  const [first] = chain.steps(() => true);
  if (first) chain.remove(first.link, false);
  chain.refresh({ operations: [made, note], remoteIds: [known], awaited: [] });
  expect(steps(chain)).toEqual(['send inspection.pdf_data']);
});
