import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import { PART_TYPES } from '../../../src/domain/enums.ts';
import { type JsonObject, object, text } from '../../../src/domain/fields.ts';
import { type CreateSeverity, price, type SeverityResult } from '../../../src/domain/records/severity.ts';
import { decide, type Rule } from '../../../src/rules/rule.ts';
import { requireRecord } from '../../../src/rules/state.ts';
import type { StoredState } from '../../store/stored-state.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { toSpecPart } from './damage.ts';
import { getKept, keepOfAdded } from './kept-fields.ts';

/*
 * The pricings of version 5.x are the severities of the specification that have a price. A price of the whole vehicle is
 * a severity of the part `ignore`.
 */

export const newPricingSchema = object({
  pricing: price,
  related_item_type: v.picklist(['part', 'vehicle']),
  part_type: v.optional(text()),
});
export const changedPricingSchema = v.object({ pricing: price });

export const createPricing: Endpoint = {
  access: 'update',
  async handle(call) {
    const { api, store, param, body } = call;
    const { input, kept } = acceptPricing(body.json);
    store.changeCommits(keepOfAdded('severityResults', kept));
    const { result } = await api.severities.createOne(param('inspection_id'), input);
    return toPricingBody(call, result);
  },
};

export const updatePricing: Endpoint = {
  access: 'update',
  async handle(call) {
    const { api, param, body } = call;
    const { pricing } = check(changedPricingSchema, body.json, 'pricing');
    const [inspectionId, severityId] = [param('inspection_id'), param('severity_id')];
    const { result } = await api.severities.updateOne(inspectionId, severityId, { pricing });
    return toPricingBody(call, result);
  },
};

export const deletePricing: Endpoint = {
  access: 'update',
  handle: async ({ changes, param }) => ({
    id: await changes.apply(param('inspection_id'), deleteSeverity(param('severity_id'))),
  }),
};

function toPricingBody({ store, param }: Call, severityId: string): JsonObject {
  const state = store.stateOf(param('inspection_id'));
  return toWirePricing(requireRecord(state?.severityResults ?? [], severityId, 'pricing'), state);
}

/** Reads a new pricing as a severity, with the part that only version 5.x names. */
function acceptPricing(body: unknown): { input: CreateSeverity; kept: JsonObject } {
  const { pricing, related_item_type: type, part_type } = check(newPricingSchema, body, 'pricing');
  const label = type === 'vehicle' ? 'ignore' : toSpecPart(part_type);
  return {
    input: { label: check(v.picklist(PART_TYPES), label, 'pricing.part_type'), pricing },
    kept: { related_item_type: type, ...(part_type !== undefined && label !== part_type && { part_type }) },
  };
}

function toWirePricing(severity: SeverityResult, state: StoredState | undefined): JsonObject {
  const { id, label, relatedItemId, value } = severity;
  const { related_item_type = label === 'ignore' ? 'vehicle' : 'part', part_type = label } = getKept(
    state,
    id,
  );
  const part = state?.parts.find((one) => one.id === relatedItemId);
  const labour = part?.partOperation?.labourDetails;
  return {
    id,
    related_item_type,
    part_type,
    ...(relatedItemId !== undefined && { related_item_id: relatedItemId }),
    pricing: value.customSeverity.pricing,
    ...(labour && { hours: labour }),
  };
}

/** Returns all prices of an inspection, as its `pricing` on the wire. */
export function toWirePricings(state: StoredState): JsonObject | undefined {
  const priced = state.severityResults.filter(({ value }) => value.customSeverity.pricing !== undefined);
  if (priced.length === 0) return undefined;
  const prices = priced.map(({ value }) => value.customSeverity.pricing ?? 0);
  return {
    labor_cost: {
      details: Object.fromEntries(priced.map((one) => [one.id, toWirePricing(one, state)])),
      total_price: prices.reduce((sum, price) => sum + price, 0),
    },
  };
}

/** Deletes a severity. The specification has no such operation, so devices never send it. */
function deleteSeverity(severityId: string): Rule<string> {
  return (state) => {
    const { id } = requireRecord(state.severityResults, severityId, 'pricing');
    const severityResults = state.severityResults.filter((severity) => severity.id !== id);
    return decide({ ...state, severityResults }, id, {
      events: [{ type: 'inspection.updated', inspectionId: state.inspection.id }],
    });
  };
}
