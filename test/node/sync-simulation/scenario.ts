import type { DeviceResults } from '../../../src/domain/outbox/device-results.ts';
import type { Operation, OperationKind, OperationPayloads } from '../../../src/domain/outbox/operation.ts';
import type { World } from './world.ts';

/** The expected state of an inspection at the service in the end. */
export interface ExpectedInspection {
  id: string;
  deleted: boolean;
  relatedId: string | undefined;
  tasks: Record<string, string>;
  images: Map<string, { deleted: boolean }>;
  damages: Map<string, { deleted: boolean; damageType: string; partType: string }>;
  views: Map<string, { deleted: boolean; imageId: string; damageId: string; xmin: number }>;
  severities: Map<string, { label: string; level: number }>;
  pdfComment: string | undefined;
  vehicleColor: string | undefined;
}

const TASKS = ['damage_detection', 'wheel_analysis'] as const;
const DAMAGE_TYPES = ['dent', 'scratch'] as const;
const PARTS = ['hood', 'bumper_front'] as const;

/**
 * Generates what users record. Each operation is one that the rules allow, and the expected inspections are updated with
 * it. It uses few different values, so that records often have the same content.
 */
export class Scenario {
  readonly inspections: ExpectedInspection[] = [];
  readonly #world: World;
  readonly #does: { restores?: boolean; reanalyzes?: boolean };
  #count = 0;

  /** @param does - Whether users bring deleted damages back, and whether devices analyze photos again. */
  constructor(world: World, does: { restores?: boolean; reanalyzes?: boolean } = {}) {
    this.#world = world;
    this.#does = does;
  }

  /** Returns the operations of the next commit. */
  next(maxInspections: number): Operation[] {
    const open = this.inspections.filter((one) => !one.deleted);
    if (open.length === 0 || (this.inspections.length < maxInspections && this.#chance(0.25))) {
      return [this.#create()];
    }
    return this.#withResults(this.#change(this.#pick(open)));
  }

  /** Returns the current results of an inspection, as the rules select them. */
  getResults(inspectionId: string): DeviceResults | undefined {
    const inspection = this.inspections.find(({ id }) => id === inspectionId);
    if (!inspection) return undefined;
    const present = [...inspection.damages].filter(([, { deleted }]) => !deleted);
    return {
      imageOrder: [],
      detectionLimits: [],
      damages: present.map(([id]) => ({ id, createdBy: 'user' as const, confirmedAt: 'now' })),
      views: [],
      partViews: [],
      severities: [],
      userSeverities: [...inspection.severities].map(([id, { level }]) => ({
        id,
        value: { level: level as 1 | 2 | 3 },
      })),
      wheelAnalysis: [],
      documents: [],
    };
  }

  /** Every change of damages and severities changes the results of the device, in the same commit. */
  #withResults(operations: Operation[]): Operation[] {
    const [first] = operations;
    if (!first || !/^(damage|severity)\./.test(first.kind)) return operations;
    const { inspectionId, userId } = first;
    return [...operations, { ...this.#operation(inspectionId, 'inspection.results', {}), userId }];
  }

  #create(): Operation {
    const id = this.#id('i');
    const relatedId = this.inspections.length % 2 === 1 ? this.inspections.at(-1)?.id : undefined;
    const tasks = Object.fromEntries(TASKS.map((name) => [name, 'NOT_STARTED']));
    this.inspections.push({
      id,
      deleted: false,
      relatedId,
      tasks,
      images: new Map(),
      damages: new Map(),
      views: new Map(),
      severities: new Map(),
      pdfComment: undefined,
      vehicleColor: undefined,
    });
    const input = {
      tasks: { damage_detection: {}, wheel_analysis: {} },
      additionalData: { own: id },
      ...(relatedId !== undefined && { relatedInspectionId: relatedId }),
    };
    return this.#operation(id, 'inspection.create', { input });
  }

  #change(inspection: ExpectedInspection): Operation[] {
    const { id, images, damages, views, severities, tasks } = inspection;
    const isOpen = (name: string) => tasks[name] === 'NOT_STARTED';
    const present = <T extends { deleted: boolean }>(records: Map<string, T>) =>
      [...records].filter(([, one]) => !one.deleted).map(([key]) => key);
    const visible = present(views).filter((viewId) => {
      const view = views.get(viewId);
      return view && !images.get(view.imageId)?.deleted && !damages.get(view.damageId)?.deleted;
    });
    const choices: (() => Operation | Operation[] | undefined)[] = [
      () => {
        const names = TASKS.filter((name) => isOpen(name) && this.#chance(0.6));
        const imageId = this.#id('img');
        images.set(imageId, { deleted: false });
        return this.#operation(id, 'image.add', {
          imageId,
          input: { name: this.#pick(['left', 'right']), tasks: names.map((name) => ({ name })) },
        });
      },
      () => {
        const imageId = this.#pick(present(images));
        if (imageId === undefined || !TASKS.every(isOpen)) return undefined;
        images.set(imageId, { deleted: true });
        return this.#operation(id, 'image.delete', { imageId });
      },
      () => {
        const taskName = this.#pick([...TASKS]);
        if (!isOpen(taskName)) return undefined;
        tasks[taskName] = 'TODO';
        return this.#operation(id, 'task.update', { taskName, input: { status: 'TODO' } });
      },
      () => {
        const taskName = this.#pick([...TASKS]);
        if (tasks[taskName] !== 'TODO') return undefined;
        tasks[taskName] = 'DONE';
        return this.#operation(id, 'task.update', { taskName, input: { status: 'DONE' } });
      },
      () => {
        const damageId = this.#id('d');
        const input = { damageType: this.#pick(DAMAGE_TYPES), partType: this.#pick(PARTS) };
        damages.set(damageId, { deleted: false, ...input });
        return this.#operation(id, 'damage.create', { damageId, input });
      },
      () => {
        const damageId = this.#pick(present(damages));
        const damage = damageId === undefined ? undefined : damages.get(damageId);
        if (!damage || damageId === undefined) return undefined;
        damage.deleted = true;
        return this.#operation(id, 'damage.delete', { damageId });
      },
      () => {
        const [imageId, damageId] = [this.#pick(present(images)), this.#pick(present(damages))];
        if (imageId === undefined || damageId === undefined) return undefined;
        const viewId = this.#id('v');
        const xmin = this.#pick([10, 50]);
        views.set(viewId, { deleted: false, imageId, damageId, xmin });
        const boundingBox = { xmin, ymin: 1, width: 5, height: 5 };
        return this.#operation(id, 'view.create', {
          viewId,
          imageId,
          input: { imageId, damageId, boundingBox },
        });
      },
      () => {
        const viewId = this.#pick(visible);
        const view = viewId === undefined ? undefined : views.get(viewId);
        if (!view || viewId === undefined) return undefined;
        view.deleted = true;
        return this.#operation(id, 'view.delete', { viewId });
      },
      () => {
        const severityId = this.#id('s');
        const label = this.#pick(PARTS);
        severities.set(severityId, { label, level: 1 });
        return this.#operation(id, 'severity.create', { severityId, input: { label, level: 1 } });
      },
      () => {
        const severityId = this.#pick([...severities.keys()]);
        const severity = severityId === undefined ? undefined : severities.get(severityId);
        if (!severity || severityId === undefined) return undefined;
        const level = this.#pick([2, 3] as const);
        severity.level = level;
        return this.#operation(id, 'severity.update', { severityId, input: { level } });
      },
      () => {
        const comment = this.#id('comment');
        inspection.pdfComment = comment;
        return this.#operation(id, 'inspection.pdf_data', { input: { comment } });
      },
      () => {
        const color = this.#id('color');
        inspection.vehicleColor = color;
        return this.#operation(id, 'inspection.vehicle', { input: { color } });
      },
      () => {
        if (!this.#chance(0.15)) return undefined;
        inspection.deleted = true;
        return this.#operation(id, 'inspection.delete', {});
      },
      ...(this.#does.restores ? [() => this.#restore(inspection)] : []),
      ...(this.#does.reanalyzes ? [() => this.#reanalyze(inspection)] : []),
    ];
    for (;;) {
      const operations = this.#pick(choices)?.();
      if (operations) return [operations].flat();
    }
  }

  /** Brings back a damage with the views that its delete hid, in one commit of one user. */
  #restore({ id, images, damages, views }: ExpectedInspection): Operation[] | undefined {
    const deleted = [...damages].filter(([, damage]) => damage.deleted);
    const [damageId, damage] = this.#pick(deleted) ?? [];
    if (damageId === undefined || !damage) return undefined;
    damage.deleted = false;
    const { damageType, partType } = damage;
    const input = { damageType, partType } as OperationPayloads['damage.create']['input'];
    const restored = this.#operation(id, 'damage.create', { damageId, input, isRestored: true });
    const hidden = [...views].filter(
      ([, view]) => view.damageId === damageId && !view.deleted && !images.get(view.imageId)?.deleted,
    );
    const shown = hidden.map(([viewId, { imageId, xmin }]) =>
      this.#operation(id, 'view.create', {
        viewId,
        imageId,
        input: { imageId, damageId, boundingBox: { xmin, ymin: 1, width: 5, height: 5 } },
        isRestored: true,
      }),
    );
    return [restored, ...shown.map((one) => ({ ...one, userId: restored.userId }))];
  }

  /** Adds a damage, deletes others and moves views of the rest, as a reanalysis does, in one commit of one user. */
  #reanalyze({ id, images, damages, views }: ExpectedInspection): Operation[] | undefined {
    const shown = [...images].flatMap(([imageId, { deleted }]) => (deleted ? [] : [imageId]));
    const before = [...damages].filter(([, { deleted }]) => !deleted);
    const [imageId] = shown;
    if (imageId === undefined || before.length === 0) return undefined;
    const createView = (on: string, damageId: string) => {
      const [viewId, xmin] = [this.#id('v'), this.#pick([10, 50])];
      views.set(viewId, { deleted: false, imageId: on, damageId, xmin });
      const boundingBox = { xmin, ymin: 1, width: 5, height: 5 };
      const input = { imageId: on, damageId, boundingBox };
      return this.#operation(id, 'view.create', { viewId, imageId: on, input });
    };
    const damageId = this.#id('d');
    const input = { damageType: this.#pick(DAMAGE_TYPES), partType: this.#pick(PARTS) };
    damages.set(damageId, { deleted: false, ...input });
    const operations = [
      this.#operation(id, 'damage.create', { damageId, input }),
      createView(imageId, damageId),
    ];
    const deletes: Operation[] = [];
    for (const [keptId, damage] of before) {
      if (this.#chance(0.4)) {
        damage.deleted = true;
        deletes.push(this.#operation(id, 'damage.delete', { damageId: keptId }));
        continue;
      }
      for (const [viewId, view] of [...views]) {
        if (view.damageId !== keptId || view.deleted || !shown.includes(view.imageId)) continue;
        view.deleted = true;
        operations.push(createView(view.imageId, keptId));
        deletes.unshift(this.#operation(id, 'view.delete', { viewId }));
      }
    }
    const userId = this.#chance(0.85) ? 'ada' : 'ben';
    return [...operations, ...deletes].map((one) => ({ ...one, userId }));
  }

  #operation<K extends OperationKind>(
    inspectionId: string,
    kind: K,
    payload: OperationPayloads[K],
  ): Operation {
    const userId = this.#chance(0.85) ? 'ada' : 'ben';
    return { id: this.#id('op'), kind, inspectionId, userId, createdAt: '', payload } as Operation;
  }

  #id(prefix: string): string {
    this.#count += 1;
    return `${prefix}${this.#count}`;
  }

  #chance(probability: number): boolean {
    return this.#world.chance(probability);
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#world.pickUpTo(from.length - 1)] as T;
  }
}
