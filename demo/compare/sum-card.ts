import type { Entities, Inspection } from 'kerbside';
import { getAnalysisOutcome } from 'kerbside';
import type { Comparison } from 'kerbside/compare';
import { html, type TemplateResult } from 'lit';
import type { App } from '../app.ts';

/** Renders what the customer pays. If it is not known what is new, no number is shown. */
export function renderSum(app: App, comparison: Comparison): TemplateResult {
  const { compare } = app.messages;
  if (!comparison.isKnown)
    return html`<p><strong>${compare.unknown}</strong></p>
      ${explainUnknown(app, comparison).map((reason) => html`<p class="quiet">${reason}</p>`)}`;
  const { charges, damages } = comparison;
  const { total, currency, unpriced } = charges;
  const charged = damages.filter(({ isCharged }) => isCharged).length;
  const open = damages.filter(({ decidedBy }) => decidedBy === 'model').length;
  return html`<p class="sum">${currency ? app.names.money(total, currency) : '–'}</p>
    <p class="quiet">
      ${[
        compare.counts(charged),
        ...(unpriced > 0 ? [compare.unpriced(unpriced)] : []),
        ...(open > 0 ? [compare.toConfirm(open)] : charged > 0 ? [compare.allConfirmed] : []),
      ].join(' · ')}
    </p>`;
}

/** Returns why it is not known what is new: one reason for each inspection whose analysis has not succeeded. */
function explainUnknown(
  { messages, names }: App,
  { inspection, entities, earlierInspection, earlierEntities }: Comparison,
): string[] {
  const explain = (one: Inspection, records: Entities): string[] => {
    const outcome = getAnalysisOutcome(one, records);
    if (outcome === 'damaged' || outcome === 'clean') return [];
    return [messages.compare.unknownWhy(messages.list.outcomes[outcome], names.moment(one.createdAt))];
  };
  return [...explain(earlierInspection, earlierEntities), ...explain(inspection, entities)];
}
