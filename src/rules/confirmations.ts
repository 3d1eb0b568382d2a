import type { NormalizedResponse } from '../domain/records/entities.ts';
import type { InspectionConfirmation } from '../domain/records/inspection.ts';
import { changeConfirmations } from '../domain/verdict/change-confirmations.ts';
import { toConfirmationData } from '../domain/verdict/confirmations.ts';
import { updateInspection } from './inspections.ts';
import type { Rule } from './rule.ts';
import { hideDeleted, toEntities, toInspection } from './to-entities.ts';

/** Records that the user looked at photos, or states that the vehicle has no damage; or takes that back. */
export function confirmInspection(input: InspectionConfirmation): Rule<NormalizedResponse> {
  return (state, context) => {
    const { id, name } = context.user;
    const visible = hideDeleted(state, false);
    const confirmations = changeConfirmations(toInspection(visible), toEntities(visible), input, {
      confirmedBy: { id, ...(name !== undefined && { name }) },
      confirmedAt: context.now,
    });
    return updateInspection({ additionalData: toConfirmationData(confirmations) })(state, context);
  };
}
