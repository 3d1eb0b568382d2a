import { html, nothing, type TemplateResult } from 'lit';
import { renderFirstPhoto } from '../common/first-photo.ts';
import { getVehicle } from '../common/loaded-inspection.ts';
import { getVehicleTitle } from '../common/templates.ts';
import type { ThumbnailSource } from '../common/thumbnails.ts';
import type { FleetApp } from './fleet-app.ts';
import type { FleetFacts } from './fleet-filter.ts';

/** Renders an inspection: photo, vehicle, outcome, severity, cost and who found the damages. */
export function renderFleetRow(
  app: FleetApp,
  facts: FleetFacts,
  thumbnails: ThumbnailSource,
  isNew: boolean,
): TemplateResult {
  const { messages, fleet, names } = app;
  const { loaded, outcome, level, origins } = facts;
  const { inspection } = loaded;
  const vehicle = getVehicle(loaded);
  const title = getVehicleTitle(vehicle, messages);
  const plate = vehicle?.plate !== title && vehicle?.plate;
  const text =
    outcome === 'damaged' ? messages.damages(inspection.damages.length) : messages.list.outcomes[outcome];
  return html`<li>
    <a class="row fleet-row" href=${`#/inspections/${inspection.id}`}>
      <span class="row-photo" aria-hidden="true">${renderFirstPhoto(loaded, thumbnails)}</span>
      <span class="row-vehicle">
        <span class="row-title">${title}</span>
        <span class="quiet">${[plate, messages.photos(inspection.images.length)].filter(Boolean).join(' · ')}</span>
        <span class="quiet">
          ${isNew ? html`<span class="new">${fleet.isNew}</span>` : nothing}
          <time datetime=${inspection.createdAt}>${names.moment(inspection.createdAt)}</time>
          · ${fleet.inspector(inspection.ownerId)}
        </span>
      </span>
      <span class="row-outcome">
        <span class="badges">
          <span class="badge" data-outcome=${outcome}>${text}</span>
          ${level > 0 ? html`<span class="badge" data-level=${level}>${names.severity(level as 1 | 2 | 3)}</span>` : nothing}
        </span>
        <span class="quiet">${fleet.originCounts(origins)}</span>
      </span>
      <span class="row-cost">${formatCost(app, facts)}</span>
    </a>
  </li>`;
}

function formatCost({ names, fleet }: FleetApp, { cost }: FleetFacts): string {
  if (!cost) return '–';
  const sum = names.money(cost.amount, cost.currency);
  return cost.isComplete ? sum : fleet.from(sum);
}
