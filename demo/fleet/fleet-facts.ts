import { isUnpriced } from 'kerbside';
import { getAnalysisOutcome } from '../common/analysis-outcome.ts';
import { getVehicle, type LoadedInspection, listDamages } from '../common/loaded-inspection.ts';
import { groupByPart } from '../inspection/damaged-parts.ts';
import type { FleetFacts, Origins } from './fleet-filter.ts';

/** Returns what the list shows and filters about an inspection. */
export function toFacts(loaded: LoadedInspection): FleetFacts {
  const { inspection, entities } = loaded;
  const vehicle = getVehicle(loaded);
  const estimate = vehicle?.repairEstimate;
  const words = [vehicle?.brand, vehicle?.model, vehicle?.plate, vehicle?.vin, vehicle?.color];
  return {
    loaded,
    outcome: getAnalysisOutcome(inspection, entities),
    level: Math.max(0, ...groupByPart(loaded).map(({ level = 0 }) => level)) as FleetFacts['level'],
    cost:
      estimate && !isUnpriced(estimate)
        ? {
            amount: estimate.totalCost,
            currency: estimate.currency,
            isComplete: estimate.toReview.length === 0,
          }
        : undefined,
    origins: countOrigins(loaded),
    createdAt: Date.parse(inspection.createdAt),
    text: [...words, inspection.ownerId, inspection.id].filter(Boolean).join(' ').toLowerCase(),
  };
}

function countOrigins(loaded: LoadedInspection): Origins {
  const damages = listDamages(loaded);
  const found = damages.filter(({ createdBy }) => createdBy !== 'user').length;
  const corrected = damages.filter(({ correctedFrom }) => correctedFrom).length;
  return { found, corrected, added: damages.length - found - corrected };
}
