import fc from 'fast-check';
import type { TaskName } from '../../domain/enums.ts';
import type { OutboxChange, RemoteId } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { Damage } from '../../domain/records/damage.ts';
import { byId, type Entities, emptyEntities } from '../../domain/records/entities.ts';
import type { Task } from '../../domain/records/task.ts';
import type { View } from '../../domain/records/view.ts';
import type { AnalysisResult, DetectedDamage } from '../../domain/task/analysis-result.ts';
import { createDamage, deleteDamage } from '../../rules/damages.ts';
import { finishTask } from '../../rules/finish-task.ts';
import { addImage } from '../../rules/images.ts';
import { createInspection } from '../../rules/inspections.ts';
import type { Rule, RuleContext } from '../../rules/rule.ts';
import { createSeverity } from '../../rules/severities.ts';
import type { InspectionState } from '../../rules/state.ts';
import { updateTask, updateTaskAsHost } from '../../rules/tasks.ts';
import { createView, deleteView } from '../../rules/views.ts';
import { type MergeInput, mergeResults } from './merge-results.ts';

/** The device's results, the user's changes to them, and the service's results. */
interface MergeCase {
  state: InspectionState;
  operations: StoredOperation[];
  input: MergeInput;
}

export const DEVICE = { model: 'damage', version: '1', engine: 'wasm' } as const;
export const SERVICE = { model: 'service', version: '3', engine: 'remote' } as const;
const NOW = '2026-05-01T10:00:00.000Z';
export const SCALE = 0.5;

function createContext(prefix: string): RuleContext {
  let count = 0;
  return {
    user: { id: 'ann' },
    now: NOW,
    newId: () => `${prefix}-${String(++count).padStart(6, '0')}`,
  };
}

/** Applies rules one after the other, as commits do, and keeps the operations in order. */
export class RuleRunner {
  state: InspectionState;
  readonly operations: StoredOperation[] = [];
  readonly context: RuleContext;

  constructor(context = createContext('a'), tasks: readonly TaskName[] = ['damage_detection']) {
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
    return decision.result;
  }

  addImage(tasks: readonly TaskName[] = ['damage_detection'], width = 400, height = 300): string {
    const photo = { bytes: new ArrayBuffer(8), type: 'image/jpeg', sha256: 'x', width, height };
    return this.apply(addImage({ tasks: tasks.map((name) => ({ name })) }, photo)).result;
  }

  runTask(
    name: TaskName,
    damages: DetectedDamage[],
    detectionLimits: AnalysisResult['detectionLimits'] = [],
  ): void {
    this.apply(updateTask(name, { status: 'TODO' }));
    this.apply(updateTaskAsHost(name, 'IN_PROGRESS'));
    this.apply(finishTask(name, { createdBy: DEVICE, damages, detectionLimits }));
  }

  #keep(operations: Parameters<typeof Array.prototype.push>): void {
    for (const operation of operations) {
      this.operations.push({ ...operation, sequence: this.operations.length + 1 } as StoredOperation);
    }
  }
}

export const merge = (state: InspectionState, word: MergeInput) =>
  mergeResults(word)(state, createContext('m'));

export const getMappedIds = (changes: readonly OutboxChange[] = []): RemoteId[] =>
  changes.flatMap((change) => (change.type === 'map' ? [change.remoteId] : []));

/** Returns the remote id of a record that this device sent. */
export const toRemoteId = (localId: string) => `r-${localId}`;

export function createRemoteIds(state: InspectionState, scale?: number): RemoteId[] {
  const inspectionId = state.inspection.id;
  const named = (localId: string, kind: RemoteId['kind']): RemoteId => ({
    localId,
    remoteId: toRemoteId(localId),
    inspectionId,
    kind,
    ...(kind === 'image' && scale !== undefined && { scale }),
  });
  return [named(inspectionId, 'inspection'), ...state.images.map(({ id }) => named(id, 'image'))];
}

/** Returns the service's response with these damages, in its own pixels, and ended tasks. */
export function createRemoteEntities(
  state: InspectionState,
  damages: readonly DetectedDamage[],
  { scale = 1, status = 'DONE' as Task['status'], more = {} as Partial<Entities> } = {},
): Entities {
  const tasks = state.tasks.map((task): Task => ({ ...task, id: toRemoteId(task.id), status, doneAt: NOW }));
  const withIds = damages.map((damage, index) => ({ damage, id: `r-damage-${index}` }));
  return {
    ...emptyEntities(),
    tasks: byId(tasks),
    damages: byId(
      withIds.map(({ damage: { views: _views, ...damage }, id }): Damage => {
        return { ...damage, id, parts: [], createdAt: NOW, createdBy: SERVICE };
      }),
    ),
    views: byId(
      withIds.flatMap(({ damage, id }) =>
        damage.views.map(
          ({ imageId, boundingBox: box }, index): View => ({
            id: `${id}-view-${index}`,
            imageId: toRemoteId(imageId),
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
const detectedDamage = fc.record({
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
type Detected = typeof detectedDamage extends fc.Arbitrary<infer T> ? T : never;
type Correction = typeof correction extends fc.Arbitrary<infer T> ? T : never;

/** Device and service detect damages on the same car: the service's are the device's, shifted a little, some missing, some added. */
export const mergeCases: fc.Arbitrary<MergeCase> = fc
  .record({
    device: fc.array(detectedDamage, { maxLength: 5 }),
    corrections: fc.array(correction, { maxLength: 6 }),
    onBoth: fc.array(fc.record({ at: fc.nat(), shift: fc.integer({ min: -15, max: 15 }) }), {
      maxLength: 5,
    }),
    others: fc.array(detectedDamage, { maxLength: 3 }),
  })
  .map(({ device, corrections, onBoth, others }) => {
    const runner = new RuleRunner();
    const images = [runner.addImage(), runner.addImage(), runner.addImage()];
    const toDamage = (one: Detected, shift = 0): DetectedDamage => ({
      damageType: one.damageType,
      partType: one.partType,
      views: one.views.map((view) => ({
        imageId: images[view.image] ?? '',
        boundingBox: { ...view.box, xmin: Math.max(0, view.box.xmin + shift) },
      })),
    });
    runner.runTask(
      'damage_detection',
      device.map((one) => toDamage(one)),
    );
    for (const one of corrections) correct(runner, one, images);
    const again = [...new Map(onBoth.map((one) => [one.at % Math.max(1, device.length), one])).values()];
    const remote = [
      ...again.flatMap(({ at, shift }) => {
        const same = device[at % Math.max(1, device.length)];
        return same ? [toDamage(same, shift)] : [];
      }),
      ...others.map((one) => toDamage(one)),
    ];
    const input: MergeInput = {
      entities: createRemoteEntities(runner.state, remote, { scale: SCALE }),
      remoteIds: createRemoteIds(runner.state, SCALE),
      unsent: runner.operations,
      awaited: ['damage_detection'],
    };
    return { state: runner.state, operations: runner.operations, input };
  });

function correct(runner: RuleRunner, one: Correction, images: readonly string[]): void {
  const damages = runner.state.damages.filter(({ deletedAt }) => deletedAt === undefined);
  const chosen = 'at' in one ? damages[one.at % Math.max(1, damages.length)] : undefined;
  switch (one.kind) {
    case 'addDamage':
      return void runner.apply(createDamage({ damageType: one.damageType, partType: one.partType }));
    case 'severity':
      return void runner.apply(createSeverity({ label: one.partType, level: 2 }));
    case 'deleteDamage':
      return void (chosen && runner.apply(deleteDamage(chosen.id)));
    case 'addView':
      return void (
        chosen &&
        runner.apply(
          createView({ damageId: chosen.id, imageId: images[one.image] ?? '', boundingBox: one.box }),
        )
      );
    case 'deleteView': {
      const views = runner.state.views.filter(
        (view) => view.damageId === chosen?.id && view.deletedAt === undefined,
      );
      const view = views[one.at % Math.max(1, views.length)];
      return void (view && runner.apply(deleteView(view.id)));
    }
  }
}
