import type { Operation } from '../../domain/operation.ts';

/**
 * What an operation stands in the way of (`holds`) and what stands in its way (`needs`), as tags. One waits for an
 * earlier one of its inspection where it needs a tag that the other holds:
 *
 *   inspection.create ─▶ everything ─▶ inspection.delete; once that is recorded, what is before it is not sent (chain.ts)
 *   image.add (side by side) ─▶ its delete, its views, the start of the tasks it names
 *   image.delete ─▶ the start of every task: the operation does not say which tasks the image was for
 *   damage.create ─▶ its views ─▶ its delete;  view.create ─▶ its delete;  severity.create ─▶ its updates
 *   severities and deletions of damages, in their order: what was said of a part goes with the last damage there
 *   pdf_data, vehicle, updates of one task: each after the one before
 *   task DONE or VALIDATED: after every correction made before it, so that whoever sees it sees them too
 *   damages, views and severities that say the same: one after the other. They carry nothing of ours, so after a lost
 *   answer only one at a time can be told from what is there already
 */
interface Tags {
  needs: readonly string[];
  holds: readonly string[];
}

const INSPECTION = 'inspection';
const ANY = 'any';
const ANY_IMAGE_GONE = 'image-gone';
const CORRECTION = 'correction';
const SAID = 'said';
const ANY_DAMAGE_GONE = 'damage-gone';

function tagsOf(operation: Operation): Tags {
  switch (operation.kind) {
    case 'inspection.create':
      return { needs: [], holds: [INSPECTION] };
    case 'inspection.delete':
      return { needs: [ANY], holds: [INSPECTION] };
    case 'inspection.pdf_data':
      return { needs: ['pdf_data'], holds: ['pdf_data'] };
    case 'inspection.vehicle':
      return { needs: ['vehicle'], holds: ['vehicle', CORRECTION] };
    case 'task.update': {
      const { taskName, input } = operation.payload;
      const task = `task:${taskName}`;
      if (input.status === 'TODO')
        return { needs: [task, imagesOf(taskName), ANY_IMAGE_GONE], holds: [task] };
      return { needs: input.status === 'NOT_STARTED' ? [task] : [task, CORRECTION], holds: [task] };
    }
    case 'image.add': {
      const { imageId, input } = operation.payload;
      return { needs: [], holds: [imageId, ...input.tasks.map(({ name }) => imagesOf(name))] };
    }
    case 'image.delete': {
      const { imageId } = operation.payload;
      return { needs: [imageId, on(imageId)], holds: [imageId, ANY_IMAGE_GONE] };
    }
    case 'damage.create': {
      const { damageId, input } = operation.payload;
      const says = `says:${input.damageType}:${input.partType}`;
      return { needs: [says], holds: [says, damageId, CORRECTION] };
    }
    case 'damage.delete': {
      const { damageId } = operation.payload;
      return {
        needs: [damageId, on(damageId), SAID],
        holds: [damageId, ANY_DAMAGE_GONE, CORRECTION],
      };
    }
    case 'view.create': {
      const { viewId, imageId, input } = operation.payload;
      const { damageId } = input;
      const says = `says:${imageId}:${damageId}`;
      return {
        needs: [says, imageId, damageId],
        holds: [says, viewId, on(imageId), on(damageId), CORRECTION],
      };
    }
    case 'view.delete': {
      const { viewId } = operation.payload;
      return { needs: [viewId], holds: [viewId, CORRECTION] };
    }
    case 'severity.create': {
      const { severityId, input } = operation.payload;
      const says = `says:${input.label}`;
      return { needs: [says, ANY_DAMAGE_GONE], holds: [says, severityId, SAID, CORRECTION] };
    }
    case 'severity.update': {
      const { severityId } = operation.payload;
      return { needs: [severityId, ANY_DAMAGE_GONE], holds: [severityId, SAID, CORRECTION] };
    }
  }
}

function imagesOf(taskName: string): string {
  return `images:${taskName}`;
}

function on(id: string): string {
  return `on:${id}`;
}

/** What must be out of the way before this operation may go. */
export function needs(operation: Operation): readonly string[] {
  const own = tagsOf(operation).needs;
  return operation.kind === 'inspection.create' ? own : [INSPECTION, ...own];
}

/** What later operations may wait for as long as this one is there. */
export function holds(operation: Operation): readonly string[] {
  return [ANY, ...tagsOf(operation).holds];
}

/** Whether `later` may go only once `earlier`, of the same inspection, is out of the way. */
export function waitsFor(later: Operation, earlier: Operation): boolean {
  const held = holds(earlier);
  return needs(later).some((tag) => held.includes(tag));
}

/** The record that an operation makes at the service. */
export function createdId(operation: Operation): string | undefined {
  switch (operation.kind) {
    case 'inspection.create':
      return operation.inspectionId;
    case 'image.add':
      return operation.payload.imageId;
    case 'damage.create':
      return operation.payload.damageId;
    case 'view.create':
      return operation.payload.viewId;
    case 'severity.create':
      return operation.payload.severityId;
    default:
      return undefined;
  }
}

/** The records that the service must know before it can be told this. */
export function referredIds(operation: Operation): readonly string[] {
  if (operation.kind === 'inspection.create') return [];
  const { inspectionId } = operation;
  switch (operation.kind) {
    case 'image.delete':
      return [inspectionId, operation.payload.imageId];
    case 'damage.delete':
      return [inspectionId, operation.payload.damageId];
    case 'view.create':
      return [inspectionId, operation.payload.imageId, operation.payload.input.damageId];
    case 'view.delete':
      return [inspectionId, operation.payload.viewId];
    case 'severity.update':
      return [inspectionId, operation.payload.severityId];
    default:
      return [inspectionId];
  }
}

/** An operation with all that can never be sent without it, in order. */
export function withDependents<O extends Operation>(operation: O, chain: readonly O[]): O[] {
  const unknown = new Set<string>();
  return chain.filter((one) => {
    const goes = one.id === operation.id || referredIds(one).some((id) => unknown.has(id));
    const created = goes ? createdId(one) : undefined;
    if (created !== undefined) unknown.add(created);
    return goes;
  });
}
