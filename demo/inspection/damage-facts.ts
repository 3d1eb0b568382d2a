import type { Damage } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { getVehicle, type LoadedInspection } from '../common/loaded-inspection.ts';
import { describeOrigin } from './damage-origin.ts';
import { groupByPart } from './damaged-parts.ts';

/** Renders what is known about a damage: type, part, severity, price, origin and confidence. */
export function renderDamageFacts(app: App, loaded: LoadedInspection, damage: Damage): TemplateResult {
  const { names, messages } = app;
  const group = groupByPart(loaded).find(({ partType }) => partType === damage.partType);
  const operation = group?.part?.partOperation?.name;
  const detectedBy = damage.correctedFrom?.createdBy;
  const confidence = damage.confidence ?? damage.correctedFrom?.confidence;
  return html`<h3>${names.damage(damage.damageType, damage.partType)}</h3>
    <p class="review-part">${names.damagedPart([damage])}</p>
    <p class="facts">
      ${group?.level ? html`<span class="badge" data-level=${group.level}>${names.severity(group.level)}</span>` : nothing}
      <strong>${formatDamagePrice(app, loaded, damage.id)}</strong>
      ${operation ? html`<span class="quiet">${names.operation(operation)}</span>` : nothing}
    </p>
    <p class="quiet">
      ${[
        describeOrigin(damage, app),
        confidence !== undefined && messages.reviewing.confidence(names.percent(confidence)),
        detectedBy && messages.results.foundBy(detectedBy.model, detectedBy.version),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>`;
}

/** Formats the price of the damaged part, or its price after a confirmation by the user. Empty without a price. */
function formatDamagePrice(
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
