import type { CreateDamage } from '../domain/damage.ts';
import {
  type Deleted,
  type DeleteResponse,
  deleteResponse,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/entities.ts';
import { operation } from '../domain/operation.ts';
import { decide, type Rule } from './decision.ts';
import { withPart } from './parts.ts';
import { damageEntity } from './read.ts';
import { type DamageRecord, type InspectionState, present, replaced } from './state.ts';

export function createDamage(input: CreateDamage): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const damage: DamageRecord = { id: context.newId(), ...input, createdAt: context.now, createdBy: 'user' };
    const withDamage = { ...state, damages: [...state.damages, damage] };
    const next = withPart(withDamage, input.partType, 'user', () => context.newId());
    return decide(
      next,
      normalizedResponse({ damages: { [damage.id]: damageEntity(next, damage) } }, damage.id),
      {
        operations: [operation(context, inspectionId, 'damage.create', { damageId: damage.id, input })],
        events: [{ type: 'damage.created', inspectionId, damageId: damage.id }],
      },
    );
  };
}

export interface DeletedDamage extends Deleted {
  parts: string[];
}

export function deleteDamage(damageId: string): Rule<DeleteResponse<'damages', DeletedDamage>> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const damage = present(state.damages, damageId, 'damage');
    const { parts } = damageEntity(state, damage);
    const deleted = { ...damage, deletedAt: context.now, ...saidOnlyOf(damage, state) };
    const damages = replaced(state.damages, deleted);
    return decide({ ...state, damages }, deleteResponse('damages', { id: damageId, deleted: true, parts }), {
      operations: [operation(context, inspectionId, 'damage.delete', { damageId })],
      events: [{ type: 'damage.deleted', inspectionId, damageId }],
    });
  };
}

/** The person's severities of its part, where this is the last damage there. */
function saidOnlyOf(
  { id, partType }: DamageRecord,
  { damages, severityResults }: InspectionState,
): Pick<DamageRecord, 'severityIds'> {
  const isLast = !damages.some((one) => one.id !== id && one.partType === partType && !one.deletedAt);
  if (!isLast) return {};
  const said = severityResults.filter(({ label, isUserModified }) => isUserModified && label === partType);
  return said.length > 0 ? { severityIds: said.map((one) => one.id) } : {};
}
