import fc from 'fast-check';
import type { DetectedDamage } from '../../domain/analysis-result.ts';
import type { Damage } from '../../domain/damage.ts';
import type { OutboxChange, RemoteId } from '../../domain/delivery.ts';
import { byId, type Entities, emptyEntities } from '../../domain/entities.ts';
import type { TaskName } from '../../domain/enums.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { Task } from '../../domain/task.ts';
import type { View } from '../../domain/view.ts';
import { createDamage, deleteDamage } from '../../rules/damages.ts';
import type { Rule } from '../../rules/decision.ts';
import { finishTask } from '../../rules/finish-task.ts';
import { addImage } from '../../rules/images.ts';
import { createInspection } from '../../rules/inspections.ts';
import type { Context } from '../../rules/rule-context.ts';
import { createSeverity } from '../../rules/severities.ts';
import type { InspectionState } from '../../rules/state.ts';
import { moveTask, updateTask } from '../../rules/tasks.ts';
import { createView, deleteView } from '../../rules/views.ts';
import { mergeResults, type RemoteWord } from './merge-results.ts';

/** One inspector's afternoon: what the device found, what the person did about it, and what the service found. */
export interface Afternoon {
  state: InspectionState;
  operations: StoredOperation[];
  word: RemoteWord;
}

export const DEVICE = { model: 'damage', version: '1', engine: 'wasm' } as const;
export const SERVICE = { model: 'service', version: '3', engine: 'remote' } as const;
const NOW = '2026-05-01T10:00:00.000Z';
export const SCALE = 0.5;

export function counting(prefix: string): Context {
  let count = 0;
  return {
    user: { id: 'ann' },
    now: NOW,
    newId: () => `${prefix}-${String(++count).padStart(6, '0')}`,
  };
}

/** Runs rules one after the other, as commits do, and keeps the operations in order. */
export class Notebook {
  state: InspectionState;
  readonly operations: StoredOperation[] = [];
  readonly context: Context;

  constructor(context = counting('a'), tasks: readonly TaskName[] = ['damage_detection']) {
    this.context = context;
    const input = { tasks: Object.fromEntries(tasks.map((name) => [name, {}])) };
    const created = createInspection(input, [], context);
    this.state = created.state;
    this.#keep(created.operations);
  }

  apply<A>(rule: Rule<A>): A {
    const decision = rule(this.state, this.context);
    this.state = decision.state;
    this.#keep(decision.operations);
    return decision.answer;
  }

  addImage(tasks: readonly TaskName[] = ['damage_detection'], width = 400, height = 300): string {
    const photo = { bytes: new ArrayBuffer(8), type: 'image/jpeg', sha256: 'x', width, height };
    return this.apply(addImage({ tasks: tasks.map((name) => ({ name })) }, photo)).result;
  }

  run(name: TaskName, damages: DetectedDamage[]): void {
    this.apply(updateTask(name, { status: 'TODO' }));
    this.apply(moveTask(name, 'IN_PROGRESS'));
    this.apply(finishTask(name, { createdBy: DEVICE, damages }));
  }

  #keep(operations: Parameters<typeof Array.prototype.push>): void {
    for (const operation of operations) {
      this.operations.push({ ...operation, sequence: this.operations.length + 1 } as StoredOperation);
    }
  }
}

export const merge = (state: InspectionState, word: RemoteWord) => mergeResults(word)(state, counting('m'));

export const mapped = (changes: readonly OutboxChange[] = []): RemoteId[] =>
  changes.flatMap((change) => (change.type === 'map' ? [change.remoteId] : []));

/** The service's name for a record that this device sent. */
export const remoteName = (localId: string) => `r-${localId}`;

export function sent(state: InspectionState, scale?: number): RemoteId[] {
  const inspectionId = state.inspection.id;
  const named = (localId: string, kind: RemoteId['kind']): RemoteId => ({
    localId,
    remoteId: remoteName(localId),
    inspectionId,
    kind,
    ...(kind === 'image' && scale !== undefined && { scale }),
  });
  return [named(inspectionId, 'inspection'), ...state.images.map(({ id }) => named(id, 'image'))];
}

/** A service's answer that holds these damages, in its own pixels, and ended tasks. */
export function answered(
  state: InspectionState,
  damages: readonly DetectedDamage[],
  { scale = 1, status = 'DONE' as Task['status'], more = {} as Partial<Entities> } = {},
): Entities {
  const tasks = state.tasks.map((task): Task => ({ ...task, id: remoteName(task.id), status, doneAt: NOW }));
  const found = damages.map((damage, index) => ({ damage, id: `r-damage-${index}` }));
  return {
    ...emptyEntities(),
    tasks: byId(tasks),
    damages: byId(
      found.map(({ damage: { views: _views, ...damage }, id }): Damage => {
        return { ...damage, id, parts: [], createdAt: NOW, createdBy: SERVICE };
      }),
    ),
    views: byId(
      found.flatMap(({ damage, id }) =>
        damage.views.map(
          ({ imageId, boundingBox: box }, index): View => ({
            id: `${id}-view-${index}`,
            imageId: remoteName(imageId),
            damageId: id,
            polygons: [],
            boundingBox: {
              xmin: box.xmin * scale,
              ymin: box.ymin * scale,
              width: box.width * scale,
              height: box.height * scale,
            },
            createdAt: NOW,
            createdBy: SERVICE,
          }),
        ),
      ),
    ),
    ...more,
  };
}

const box = fc.record({
  xmin: fc.integer({ min: 0, max: 200 }),
  ymin: fc.integer({ min: 0, max: 150 }),
  width: fc.integer({ min: 10, max: 100 }),
  height: fc.integer({ min: 10, max: 100 }),
});
const image = fc.nat({ max: 2 });
const damageType = fc.constantFrom('scratch' as const, 'dent' as const);
const partType = fc.constantFrom('hood' as const, 'roof' as const, 'ignore' as const);
const finding = fc.record({
  damageType,
  partType,
  views: fc.array(fc.record({ image, box }), { minLength: 1, maxLength: 3 }),
});
const correction = fc.oneof(
  fc.record({ kind: fc.constant('deleteDamage' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('deleteView' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('addView' as const), at: fc.nat(), image, box }),
  fc.record({ kind: fc.constant('addDamage' as const), damageType, partType }),
  fc.record({ kind: fc.constant('severity' as const), partType }),
);
type Finding = typeof finding extends fc.Arbitrary<infer T> ? T : never;
type Correction = typeof correction extends fc.Arbitrary<infer T> ? T : never;

/** Device and service see the same car, so the service's findings are the device's, moved a little, less some, plus some. */
export const afternoons: fc.Arbitrary<Afternoon> = fc
  .record({
    device: fc.array(finding, { maxLength: 5 }),
    corrections: fc.array(correction, { maxLength: 6 }),
    alsoSeen: fc.array(fc.record({ at: fc.nat(), shift: fc.integer({ min: -15, max: 15 }) }), {
      maxLength: 5,
    }),
    others: fc.array(finding, { maxLength: 3 }),
  })
  .map(({ device, corrections, alsoSeen, others }) => {
    const book = new Notebook();
    const images = [book.addImage(), book.addImage(), book.addImage()];
    const found = (one: Finding, shift = 0): DetectedDamage => ({
      damageType: one.damageType,
      partType: one.partType,
      views: one.views.map((view) => ({
        imageId: images[view.image] ?? '',
        boundingBox: { ...view.box, xmin: Math.max(0, view.box.xmin + shift) },
      })),
    });
    book.run(
      'damage_detection',
      device.map((one) => found(one)),
    );
    for (const one of corrections) correct(book, one, images);
    const again = [...new Map(alsoSeen.map((one) => [one.at % Math.max(1, device.length), one])).values()];
    const remote = [
      ...again.flatMap(({ at, shift }) => {
        const same = device[at % Math.max(1, device.length)];
        return same ? [found(same, shift)] : [];
      }),
      ...others.map((one) => found(one)),
    ];
    const word: RemoteWord = {
      entities: answered(book.state, remote, { scale: SCALE }),
      remoteIds: sent(book.state, SCALE),
      unsent: book.operations,
      awaited: ['damage_detection'],
    };
    return { state: book.state, operations: book.operations, word };
  });

function correct(book: Notebook, one: Correction, images: readonly string[]): void {
  const damages = book.state.damages.filter(({ deletedAt }) => deletedAt === undefined);
  const chosen = 'at' in one ? damages[one.at % Math.max(1, damages.length)] : undefined;
  switch (one.kind) {
    case 'addDamage':
      return void book.apply(createDamage({ damageType: one.damageType, partType: one.partType }));
    case 'severity':
      return void book.apply(createSeverity({ label: one.partType, level: 2 }));
    case 'deleteDamage':
      return void (chosen && book.apply(deleteDamage(chosen.id)));
    case 'addView':
      return void (
        chosen &&
        book.apply(
          createView({ damageId: chosen.id, imageId: images[one.image] ?? '', boundingBox: one.box }),
        )
      );
    case 'deleteView': {
      const views = book.state.views.filter(
        (view) => view.damageId === chosen?.id && view.deletedAt === undefined,
      );
      const view = views[one.at % Math.max(1, views.length)];
      return void (view && book.apply(deleteView(view.id)));
    }
  }
}
