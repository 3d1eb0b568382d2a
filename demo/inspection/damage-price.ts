import type { App } from '../app.ts';
import { getVehicle, type LoadedInspection } from '../common/loaded-inspection.ts';

/** Formats the price of the part that a damage is on, or its price if the user confirms it. Empty if it is not known. */
export function formatDamagePrice(
  { names, messages: { results } }: Pick<App, 'names' | 'messages'>,
  loaded: LoadedInspection,
  damageId: string,
): string {
  const { toReview = [] } = getVehicle(loaded)?.repairEstimate ?? {};
  const { ifConfirmed } = toReview.find((item) => item.damageId === damageId) ?? {};
  if (ifConfirmed) return results.ifConfirmed(names.money(ifConfirmed.totalCost, ifConfirmed.currency));
  const { partOperation } =
    Object.values(loaded.entities.parts).find((part) => part.partOperation?.damageIds.includes(damageId)) ??
    {};
  return partOperation ? names.money(partOperation.totalCost, partOperation.currency) : '';
}
