import type { Damage } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import { getVehicle, type LoadedInspection } from '../common/loaded-inspection.ts';
import { renderCard } from '../common/templates.ts';
import type { ThumbnailSource } from '../common/thumbnails.ts';
import { renderDamageCard } from '../inspection/damage-card.ts';
import { type DamagedPart, groupByPart } from '../inspection/damaged-parts.ts';
import type { FleetApp } from './fleet-app.ts';

/** Renders damages by part, with severity and price. */
export function renderFleetDamages(
  app: FleetApp,
  loaded: LoadedInspection,
  thumbnails: ThumbnailSource,
  open: (damage: Damage) => void,
): TemplateResult | typeof nothing {
  const parts = groupByPart(loaded);
  if (parts.length === 0) return nothing;
  const renderPart = (group: DamagedPart) => {
    const id = `part-${group.partType}`;
    return html`<section class="part" aria-labelledby=${id}>
      <header>
        <h3 id=${id}>${app.names.damagedPart(group.damages)}</h3>
        ${group.level ? html`<span class="badge" data-level=${group.level}>${app.names.severity(group.level)}</span>` : nothing}
        ${renderPrice(app, group)}
      </header>
      <ul class="damage-cards">
        ${group.damages.map((damage) =>
          renderDamageCard({
            app,
            loaded,
            thumbnails,
            damage,
            review: getReviewNote(app, loaded, damage),
            open: () => open(damage),
          }),
        )}
      </ul>
    </section>`;
  };
  return renderCard('by-part', app.fleet.damage, html`<div class="parts">${parts.map(renderPart)}</div>`);
}

function renderPrice({ names }: FleetApp, { part }: DamagedPart): TemplateResult | typeof nothing {
  if (!part?.partOperation) return nothing;
  const { name, totalCost, currency } = part.partOperation;
  return html`<span class="price">
    <span class="quiet">${names.operation(name)}</span> ${names.money(totalCost, currency)}
  </span>`;
}

function getReviewNote(
  { names, messages }: FleetApp,
  loaded: LoadedInspection,
  { id }: Damage,
): string | undefined {
  const item = getVehicle(loaded)?.repairEstimate?.toReview.find(({ damageId }) => damageId === id);
  if (!item) return undefined;
  const { ifConfirmed, reason } = item;
  return ifConfirmed
    ? messages.results.ifConfirmed(names.money(ifConfirmed.totalCost, ifConfirmed.currency))
    : messages.results.review(names.reviewReason(reason));
}
