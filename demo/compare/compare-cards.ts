import {
  describeVerdict,
  type Entities,
  getAnalysisOutcome,
  getVerdict,
  type Inspection,
  nameOutcome,
} from 'kerbside';
import type { Comparison } from 'kerbside/compare';
import type { CarDamage, PartSelectDetail, SignDetail } from 'kerbside/elements';
import { mergeSeverities } from 'kerbside/estimate';
import { html, nothing, type TemplateResult } from 'lit';
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
  const open = damages.filter(({ isChargeProposed }) => isChargeProposed).length;
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
  { messages, names, language }: App,
  { inspection, entities, earlierInspection, earlierEntities }: Comparison,
): string[] {
  const explain = (one: Inspection, records: Entities): string[] => {
    const outcome = getAnalysisOutcome(one, records);
    if (outcome === 'damaged' || outcome === 'clean') return [];
    return [messages.compare.unknownWhy(nameOutcome(outcome, language), names.moment(one.createdAt))];
  };
  return [...explain(earlierInspection, earlierEntities), ...explain(inspection, entities)];
}

/** Renders where the damages of both inspections are, in the colours of their severities. A tap selects one. */
export function renderComparedCar(
  { language }: App,
  { damages, entities, earlierEntities }: Comparison,
  selectPart: (part: PartSelectDetail) => void,
): TemplateResult | typeof nothing {
  if (damages.length === 0) return nothing;
  const shown = damages.flatMap(({ before, after }): CarDamage[] => {
    const damage = after ?? before;
    if (!damage) return [];
    const { severityResults } = after ? entities : earlierEntities;
    const { level } = mergeSeverities(damage.partType, Object.values(severityResults));
    return [{ id: damage.id, partType: damage.partType, ...(level && { level }) }];
  });
  return html`<section class="card">
    <kerbside-car
      lang=${language}
      orientation="landscape"
      .damages=${shown}
      @part-select=${({ detail }: CustomEvent<PartSelectDetail>) => selectPart(detail)}
    ></kerbside-car>
  </section>`;
}

interface SignatureCard {
  app: App;
  comparison: Comparison;
  sign(detail: SignDetail): unknown;
}

/** Renders the customer's signature, or the field for it. */
export function renderSignature({ app, comparison, sign }: SignatureCard): TemplateResult {
  const { compare } = app.messages;
  const { signature, damages, isKnown } = comparison;
  const proposed = damages.filter(({ isChargeProposed }) => isChargeProposed).length;
  if (signature?.isValid)
    return html`<p role="status">
        ${compare.signed(signature.name, app.names.moment(signature.signedAt))}
      </p>
      <p class="seal"><small>SHA-256 ${signature.seal}</small></p>`;
  return html`
    ${signature ? html`<p class="warning" role="status">${compare.signedBefore(signature.name)}</p>` : nothing}
    ${renderCaveats(app, comparison)}
    ${proposed > 0 ? html`<p class="warning" role="status">${compare.confirmFirst(proposed)}</p>` : nothing}
    <kerbside-signature
      lang=${app.language}
      ?disabled=${proposed > 0 || !isKnown}
      @sign=${({ detail }: CustomEvent<SignDetail>) => sign(detail)}
    ></kerbside-signature>
  `;
}

/** Renders what both inspections rest on: the customer signs with all of it in view. */
function renderCaveats(
  { messages: { compare }, names, language }: App,
  { inspection, entities, earlierInspection, earlierEntities, damages }: Comparison,
): TemplateResult {
  const restsOn = (title: string, one: Inspection, records: Entities) => html`<p class="quiet">
    <strong>${title}</strong>
    ${describeVerdict(getVerdict(one, records), { language, formatTime: names.moment }).join(' ')}
  </p>`;
  const unclear = damages.filter(({ status }) => status === 'unclear').length;
  return html`${restsOn(compare.earlier, earlierInspection, earlierEntities)}
    ${restsOn(compare.later, inspection, entities)}
    ${unclear > 0 ? html`<p class="quiet">${compare.unclearNotCharged(unclear)}</p>` : nothing}`;
}
