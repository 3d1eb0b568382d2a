import type { CreateDamage } from '../domain/damage.ts';
import {
  type Deleted,
  type DeleteResponse,
  deleteResponse,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/entities.ts';
import { createOperation } from './create-operation.ts';
import { addPart } from './parts.ts';
import { decide, type Rule } from './rule.ts';
import { type DamageRecord, type InspectionState, replaceRecord, requireRecord } from './state.ts';
import { toDamage } from './to-entities.ts';

export function createDamage(input: CreateDamage): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const damage: DamageRecord = { id: context.newId(), ...input, createdAt: context.now, createdBy: 'user' };
    const withDamage = { ...state, damages: [...state.damages, damage] };
    const next = addPart(withDamage, input.partType, 'user', () => context.newId());
    return decide(next, normalizedResponse({ damages: { [damage.id]: toDamage(next, damage) } }, damage.id), {
      operations: [createOperation(context, inspectionId, 'damage.create', { damageId: damage.id, input })],
      events: [{ type: 'damage.created', inspectionId, damageId: damage.id }],
    });
  };
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
