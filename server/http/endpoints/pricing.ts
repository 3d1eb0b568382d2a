import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import type { JsonObject } from '../../../src/domain/fields.ts';
import { price } from '../../../src/domain/severity.ts';
import { requireRecord } from '../../../src/rules/state.ts';
import { keepFields } from '../../compatibility/kept-fields.ts';
import { acceptPricing, deleteSeverity, toWirePricing } from '../../compatibility/pricing.ts';
import type { Call, Endpoint } from '../endpoint.ts';

export const updatePricing = v.object({ pricing: price });

export const createOne: Endpoint = {
  access: 'update',
  async handle(call) {
    const { api, store, param, body } = call;
    const { input, kept } = acceptPricing(body.json);
    store.changeCommits((state, before) => {
      const added = state.severityResults.at(before?.severityResults.length ?? 0);
      return added ? keepFields(state, added.id, kept) : state;
    });
    const { result } = await api.severities.createOne(param('inspection_id'), input);
    return toPricingBody(call, result);
  },
};

export const updateOne: Endpoint = {
  access: 'update',
  async handle(call) {
    const { api, param, body } = call;
    const { pricing } = check(updatePricing, body.json, 'pricing');
    const { result } = await api.severities.updateOne(param('inspection_id'), param('severity_id'), {
      pricing,
    });
    return toPricingBody(call, result);
  },
};

export const deleteOne: Endpoint = {
  access: 'update',
  handle: async ({ changes, param }) => ({
    id: await changes.apply(param('inspection_id'), deleteSeverity(param('severity_id'))),
  }),
};

function toPricingBody({ store, param }: Call, severityId: string): JsonObject {
  const state = store.stateOf(param('inspection_id'));
  return toWirePricing(requireRecord(state?.severityResults ?? [], severityId, 'pricing'), state);
}
