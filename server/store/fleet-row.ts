import { mergeSeverities } from '../../src/analysis/estimate/merge-severities.ts';
import { isUnpriced } from '../../src/domain/records/repair-estimate.ts';
import type { Vehicle } from '../../src/domain/records/vehicle.ts';
import type { AnalysisOutcome } from '../../src/domain/verdict/analysis-outcome.ts';
import { getVerdict, type Verdict } from '../../src/domain/verdict/verdict.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import { hideDeleted, toEntities, toInspection } from '../../src/rules/to-entities.ts';
import { completeState } from './stored-state.ts';

/** The row of an inspection on the fleet page. */
export interface FleetRow {
  id: string;
  createdAt: string;
  ownerId: string;
  vehicle: Pick<Vehicle, 'brand' | 'model' | 'plate'>;
  outcome: AnalysisOutcome;
  /** The basis of the outcome. Absent in rows that version 0.2 wrote. */
  verdict?: Verdict;
  /** The worst severity. 0 if none is known. */
  severity: 0 | 1 | 2 | 3;
  damages: number;
  origins: FleetOrigins;
  /** In minor units. Absent if it is not known: 0 would look like good news. */
  cost?: { amount: number; currency: string; isComplete: boolean };
  images: number;
  firstImage?: { id: string; width: number; height: number };
}

/** Who found the damages of an inspection. */
interface FleetOrigins {
  /** Found by a model and not changed. */
  found: number;
  /** Found by a model, corrected by a user. */
  corrected: number;
  /** Added by a user. */
  added: number;
}

/** Groups of outcomes that the list can be filtered by. */
export const FLEET_OUTCOMES = ['damaged', 'nothingFound', 'clean', 'open', 'failed'] as const;
export type FleetOutcome = (typeof FLEET_OUTCOMES)[number];

/** Returns what the fleet page lists of an inspection, with what its device knows. */
export function toFleetRow(stored: InspectionState): FleetRow {
  const state = hideDeleted(completeState(stored), false);
  const { inspection, images, damages, vehicle } = state;
  const entities = toEntities(state);
  const [first] = images;
  const { sides: _sides, ...verdict } = getVerdict(toInspection(state), entities);
  const { outcome } = verdict;
  const cost = outcome === 'damaged' || outcome === 'clean' ? findCost(vehicle) : undefined;
  return {
    id: inspection.id,
    createdAt: inspection.createdAt,
    ownerId: inspection.ownerId,
    vehicle: selectNames(vehicle),
    outcome,
    verdict,
    severity: findWorstSeverity(state),
    damages: damages.length,
    origins: countOrigins(state),
    ...(cost && { cost }),
    images: images.length,
    ...(first && { firstImage: { id: first.id, width: first.imageWidth, height: first.imageHeight } }),
  };
}

/**
 * Returns a stored row. Version 0.2 wrote `clean` if a model found nothing, and a cost of 0. During a rolling upgrade it still
 * does, so that its rows are recognized when they are read.
 */
export function readFleetRow(stored: FleetRow): FleetRow {
  if (stored.verdict || stored.outcome !== 'clean') return stored;
  const { cost: _cost, ...row } = stored;
  return { ...row, outcome: 'nothingFound' };
}

/** Returns the group of an outcome: an analysis that waits or runs is open. */
export function toFleetOutcome(outcome: AnalysisOutcome): FleetOutcome {
  return outcome === 'notAnalysed' || outcome === 'waiting' || outcome === 'running' ? 'open' : outcome;
}

/**
 * Returns the text that searches look into, in lower case. It has no inspection id: two letters would be in every tenth.
 * Postgres stores no U+0000.
 */
export function toSearchText({ inspection, vehicle }: InspectionState): string {
  const { brand, model, plate, vin, color } = vehicle ?? {};
  return [brand, model, plate, vin, color, inspection.ownerId]
    .filter((word) => word !== undefined)
    .join(' ')
    .toLowerCase()
    .replaceAll('\u0000', '');
}

function selectNames({ brand, model, plate }: Partial<Vehicle> = {}): FleetRow['vehicle'] {
  return {
    ...(brand !== undefined && { brand }),
    ...(model !== undefined && { model }),
    ...(plate !== undefined && { plate }),
  };
}

function findWorstSeverity({ damages, severityResults }: InspectionState): FleetRow['severity'] {
  const parts = new Set(damages.map(({ partType }) => partType));
  return Math.max(
    0,
    ...[...parts].map((part) => mergeSeverities(part, severityResults).level ?? 0),
  ) as FleetRow['severity'];
}

function countOrigins({ damages }: InspectionState): FleetOrigins {
  const found = damages.filter(({ createdBy }) => createdBy !== 'user').length;
  const corrected = damages.filter(({ correctedFrom }) => correctedFrom !== undefined).length;
  return { found, corrected, added: damages.length - found - corrected };
}

function findCost(vehicle: Vehicle | undefined): FleetRow['cost'] | undefined {
  const estimate = vehicle?.repairEstimate;
  if (!estimate || isUnpriced(estimate)) return undefined;
  const { totalCost, currency, toReview } = estimate;
  // A client may send any number and any text. Postgres would reject the inspection, or a page could not format it.
  if (!Number.isSafeInteger(totalCost) || !/^[A-Z]{3}$/.test(currency)) return undefined;
  return { amount: totalCost, currency, isComplete: toReview.length === 0 };
}
