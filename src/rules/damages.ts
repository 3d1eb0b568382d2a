import type { PartType } from '../domain/enums.ts';
import type { CorrectDamage, CreateDamage, DamageOrigin } from '../domain/records/damage.ts';
import {
  type Deleted,
  type DeleteResponse,
  deleteResponse,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/records/entities.ts';
import { createDamageOperations, createOperation } from './create-operation.ts';
import { addPart } from './parts.ts';
import { decide, type Rule } from './rule.ts';
import {
  type DamageRecord,
  type InspectionState,
  notFoundError,
  replaceRecord,
  requireRecord,
} from './state.ts';
import { hideDeleted, toDamage } from './to-entities.ts';

export function createDamage(input: CreateDamage): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const damage: DamageRecord = {
      id: context.newId(),
      ...input,
      ...toPartOrigin(input.partType),
      createdAt: context.now,
      createdBy: 'user',
    };
    const withDamage = { ...state, damages: [...state.damages, damage] };
    const next = addPart(withDamage, input.partType, 'user', () => context.newId());
    return decide(next, normalizedResponse({ damages: { [damage.id]: toDamage(next, damage) } }, damage.id), {
      operations: [createOperation(context, inspectionId, 'damage.create', { damageId: damage.id, input })],
      events: [{ type: 'damage.created', inspectionId, damageId: damage.id }],
    });
  };
}

/** A part that a user names is stated. A correction of the type alone says nothing about the part. */
function toPartOrigin(
  partType: PartType | undefined,
  original?: Pick<DamageRecord, 'partOrigin'>,
): Pick<DamageRecord, 'partOrigin'> {
  if (partType === undefined) return original?.partOrigin ? { partOrigin: original.partOrigin } : {};
  return partType === 'ignore' ? {} : { partOrigin: 'stated' };
}

interface DeletedDamage extends Deleted {
  parts: string[];
}

export function deleteDamage(damageId: string): Rule<DeleteResponse<'damages', DeletedDamage>> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const damage = requireRecord(state.damages, damageId, 'damage');
    const { parts } = toDamage(state, damage);
    const deleted = { ...damage, deletedAt: context.now, ...severitiesToIgnore(damage, state) };
    const damages = replaceRecord(state.damages, deleted);
    return decide({ ...state, damages }, deleteResponse('damages', { id: damageId, deleted: true, parts }), {
      operations: [createOperation(context, inspectionId, 'damage.delete', { damageId })],
      events: [{ type: 'damage.deleted', inspectionId, damageId }],
    });
  };
}

/** Replaces a damage by one of another type or part, with the same views. */
export function correctDamage(damageId: string, input: CorrectDamage): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const original = requireRecord(state.damages, damageId, 'damage');
    const origin = getOrigin(original);
    const damage: DamageRecord = {
      id: context.newId(),
      damageType: input.damageType ?? original.damageType,
      partType: input.partType ?? original.partType,
      ...toPartOrigin(input.partType, original),
      createdAt: context.now,
      createdBy: 'user',
      ...(origin && { correctedFrom: origin }),
    };
    const views = state.views
      .filter((view) => view.damageId === damageId && view.deletedAt === undefined)
      .map(({ confidence: _confidence, ...view }) => ({
        ...view,
        id: context.newId(),
        damageId: damage.id,
        createdAt: context.now,
        createdBy: 'user' as const,
      }));
    const withCopy = addPart(
      { ...state, damages: [...state.damages, damage], views: [...state.views, ...views] },
      damage.partType,
      'user',
      () => context.newId(),
    );
    const operations = createDamageOperations(damage, views, inspectionId, context);
    const { state: next, ...deletion } = deleteDamage(damageId)(withCopy, context);
    return decide(next, normalizedResponse({ damages: { [damage.id]: toDamage(next, damage) } }, damage.id), {
      operations: [...operations, ...deletion.operations],
      events: [{ type: 'damage.created', inspectionId, damageId: damage.id }, ...deletion.events],
    });
  };
}

/**
 * Brings back a deleted damage as it was: same id, origin, confidence, confirmation and views.
 *
 * @param correctedId - The damage that replaced it, if it was corrected. It is removed as if it had never been there, so
 *   that a later analysis finds the same records as before the correction.
 */
export function restoreDamage(damageId: string, correctedId?: string): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const deleted = state.damages.find(({ id }) => id === damageId);
    if (!deleted) throw notFoundError('damage', damageId);
    const removal = correctedId === undefined ? undefined : removeCorrected(correctedId)(state, context);
    const { deletedAt, severityIds: _ignored, ...damage } = deleted;
    const before = removal?.state ?? state;
    const next = { ...before, damages: replaceRecord(before.damages, damage) };
    const views = hideDeleted(next, false).views.filter((view) => view.damageId === damageId);
    const isDeleted = deletedAt !== undefined;
    return decide(next, normalizedResponse({ damages: { [damageId]: toDamage(next, damage) } }, damageId), {
      operations: [
        ...(isDeleted
          ? createDamageOperations(damage, views, inspectionId, context, { isRestored: true })
          : []),
        ...(removal?.operations ?? []),
      ],
      events: [
        ...(isDeleted ? [{ type: 'damage.created' as const, inspectionId, damageId }] : []),
        ...(removal?.events ?? []),
      ],
    });
  };
}

/** Deletes a corrected damage together with its record, its views, and the part that only it needed. */
function removeCorrected(damageId: string): Rule<void> {
  return (state, context) => {
    const { operations, events } = deleteDamage(damageId)(state, context);
    const { partType } = requireRecord(state.damages, damageId, 'damage');
    const damages = state.damages.filter(({ id }) => id !== damageId);
    const views = state.views.filter((view) => view.damageId !== damageId);
    const isNeeded = ({ id }: { id: string }) =>
      damages.some((damage) => damage.partType === partType) ||
      state.severityResults.some(({ label, isUserModified }) => isUserModified && label === partType) ||
      views.some((view) => view.damageId === id);
    const parts = state.parts.filter(
      (part) => part.partType !== partType || part.createdBy !== 'user' || isNeeded(part),
    );
    return decide({ ...state, damages, views, parts }, undefined, { operations, events });
  };
}

/** Returns what a model detected: also of a damage that was corrected before. */
function getOrigin({
  correctedFrom,
  createdBy,
  confidence,
  damageType,
  partType,
}: DamageRecord): DamageOrigin | undefined {
  if (correctedFrom || createdBy === 'user') return correctedFrom;
  return { createdBy, ...(confidence !== undefined && { confidence }), damageType, partType };
}

/** Records that a user confirmed a damage, or takes that back. */
export function confirmDamage(damageId: string, isConfirmed: boolean): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const { confirmedAt: _before, ...damage } = requireRecord(state.damages, damageId, 'damage');
    const confirmed: DamageRecord = { ...damage, ...(isConfirmed && { confirmedAt: context.now }) };
    const next = { ...state, damages: replaceRecord(state.damages, confirmed) };
    return decide(
      next,
      normalizedResponse({ damages: { [damageId]: toDamage(next, confirmed) } }, damageId),
      {
        events: [{ type: 'inspection.updated', inspectionId }],
      },
    );
  };
}

/**
 * Returns the user's severities of the part, if the damage is the last one there. Estimates then ignore them: see
 * `selectEstimateInputs` in apply-estimates.ts.
 */
function severitiesToIgnore(
  { id, partType }: DamageRecord,
  { damages, severityResults }: InspectionState,
): Pick<DamageRecord, 'severityIds'> {
  const isLast = !damages.some((other) => other.id !== id && other.partType === partType && !other.deletedAt);
  if (!isLast) return {};
  const results = severityResults.filter(({ label, isUserModified }) => isUserModified && label === partType);
  return results.length > 0 ? { severityIds: results.map((result) => result.id) } : {};
}
