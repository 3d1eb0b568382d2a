import { type Operation, restoresRecord } from '../../domain/outbox/operation.ts';

/**
 * The causal order of one inspection's operations, expressed as tags. An operation waits for an earlier one if it needs
 * a tag that the earlier one holds:
 *
 *   inspection.create ─▶ everything ─▶ inspection.delete. If the delete is recorded, earlier ones are dropped (chain.ts)
 *   image.add (in parallel) ─▶ its delete, its views, the start of the tasks it names
 *   image.delete ─▶ the start of every task: the operation does not name the tasks that used the image
 *   damage.create ─▶ its views ─▶ its delete ─▶ its create again, if it was restored
 *   view.create ─▶ its delete;  severity.create ─▶ its updates
 *   severities and damage deletes, in recorded order: the last damage of a part takes the part's severity with it
 *   own data: after every earlier correction, because it may name damages
 *   pdf_data, own data, vehicle, updates of one task: each after the previous one
 *   task DONE or VALIDATED: after every earlier correction, so that a reader of the finished task sees them, too
 *   results of the device: after everything else, also after what was recorded later (chain.ts). They name damages and
 *   images by the service's ids
 *   damages, views and severities with the same content: one after the other. They carry no operation marker, so after a
 *   lost response, two equal ones could not be distinguished
 */
interface Tags {
  needs: readonly string[];
  holds: readonly string[];
}

const INSPECTION = 'inspection';
const ANY = 'any';
const IMAGE_DELETE = 'image-delete';
const DAMAGE_DELETE = 'damage-delete';
const SEVERITY = 'severity';
const CORRECTION = 'correction';

function getTags(operation: Operation): Tags {
  switch (operation.kind) {
    case 'inspection.create':
      return { needs: [], holds: [INSPECTION] };
    case 'inspection.delete':
      return { needs: [ANY], holds: [INSPECTION] };
    case 'inspection.pdf_data':
      return { needs: ['pdf_data'], holds: ['pdf_data'] };
    case 'inspection.update':
      // The data may name damages: the service's ids of those that were created before must be known.
      return { needs: ['update', CORRECTION], holds: ['update'] };
    case 'inspection.results':
      return { needs: [ANY], holds: [] };
    case 'inspection.vehicle':
      return { needs: ['vehicle'], holds: ['vehicle', CORRECTION] };
    case 'task.update': {
      const { taskName, input } = operation.payload;
      const task = `task:${taskName}`;
      if (input.status === 'TODO')
        return { needs: [task, imagesOfTask(taskName), IMAGE_DELETE], holds: [task] };
      return { needs: input.status === 'NOT_STARTED' ? [task] : [task, CORRECTION], holds: [task] };
    }
    case 'image.add': {
      const { imageId, input } = operation.payload;
      return { needs: [], holds: [imageId, ...input.tasks.map(({ name }) => imagesOfTask(name))] };
    }
    case 'image.delete': {
      const { imageId } = operation.payload;
      return { needs: [imageId, viewsOf(imageId)], holds: [imageId, IMAGE_DELETE] };
    }
    case 'damage.create': {
      const { damageId, input } = operation.payload;
      const content = sameContent(input.damageType, input.partType);
      // A restored one waits for its delete. Other deletes may wait for a later create: that of an adopted damage.
      const earlier = restoresRecord(operation) ? [damageId] : [];
      return { needs: [content, ...earlier], holds: [content, damageId, CORRECTION] };
    }
    case 'damage.delete': {
      const { damageId } = operation.payload;
      return {
        needs: [damageId, viewsOf(damageId), SEVERITY],
        holds: [damageId, DAMAGE_DELETE, CORRECTION],
      };
    }
    case 'view.create': {
      const { viewId, imageId, input } = operation.payload;
      const { damageId } = input;
      const content = sameContent(imageId, damageId);
      const earlier = restoresRecord(operation) ? [viewId] : [];
      return {
        needs: [content, imageId, damageId, ...earlier],
        holds: [content, viewId, viewsOf(imageId), viewsOf(damageId), CORRECTION],
      };
    }
    case 'view.delete': {
      const { viewId } = operation.payload;
      return { needs: [viewId], holds: [viewId, CORRECTION] };
    }
    case 'severity.create': {
      const { severityId, input } = operation.payload;
      const content = sameContent(input.label);
      return { needs: [content, DAMAGE_DELETE], holds: [content, severityId, SEVERITY, CORRECTION] };
    }
    case 'severity.update': {
      const { severityId } = operation.payload;
      return { needs: [severityId, DAMAGE_DELETE], holds: [severityId, SEVERITY, CORRECTION] };
    }
  }
}

function imagesOfTask(taskName: string): string {
  return `images:${taskName}`;
}

function viewsOf(id: string): string {
  return `views:${id}`;
}

function sameContent(...content: string[]): string {
  return `content:${content.join(':')}`;
}

/** Returns the tags that must be free before this operation may be sent. */
export function getNeededTags(operation: Operation): readonly string[] {
  const { needs } = getTags(operation);
  return operation.kind === 'inspection.create' ? needs : [INSPECTION, ...needs];
}

/** Returns the tags that this operation occupies while it is in the outbox. */
export function getHeldTags(operation: Operation): readonly string[] {
  return [ANY, ...getTags(operation).holds];
}

/** Returns whether `later` may be sent only after `earlier`, of the same inspection, has left the outbox. */
export function waitsFor(later: Operation, earlier: Operation): boolean {
  const held = getHeldTags(earlier);
  return getNeededTags(later).some((tag) => held.includes(tag));
}

/** Returns the local id of the record that an operation creates at the service, or undefined if it creates none. */
export function getCreatedId(operation: Operation): string | undefined {
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

/** Returns the local ids of the records that must exist at the service before this operation can be sent. */
export function getReferencedIds(operation: Operation): readonly string[] {
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

/** Returns an operation and every later one that can never be sent without it, in order. */
export function collectWithDependents<O extends Operation>(operation: O, chain: readonly O[]): O[] {
  const missing = new Set<string>();
  return chain.filter((one) => {
    const isDependent = one.id === operation.id || getReferencedIds(one).some((id) => missing.has(id));
    const created = isDependent ? getCreatedId(one) : undefined;
    if (created !== undefined) missing.add(created);
    return isDependent;
  });
}
