import { html, nothing, type TemplateResult } from 'lit';
import { renderFirstPhoto } from '../common/first-photo.ts';
import { getVehicleTitle } from '../common/templates.ts';
import type { ThumbnailSource } from '../common/thumbnails.ts';
import type { FleetApp } from './fleet-app.ts';
import type { FleetRow } from './fleet-client.ts';

/** Renders an inspection: photo, vehicle, outcome, severity, cost and who found the damages. */
export function renderFleetRow(
  app: FleetApp,
  row: FleetRow,
  thumbnails: ThumbnailSource,
  isNew: boolean,
): TemplateResult {
  const { messages, fleet, names } = app;
  const { id, createdAt, ownerId, vehicle, outcome, severity, damages, origins, images, firstImage } = row;
  const title = getVehicleTitle(vehicle, messages);
  const plate = vehicle.plate !== title && vehicle.plate;
  const text = outcome === 'damaged' ? messages.damages(damages) : messages.list.outcomes[outcome];
  return html`<li>
    <a class="row fleet-row" href=${`#/inspections/${id}`}>
      <span class="row-photo" aria-hidden="true">${renderFirstPhoto(firstImage, thumbnails)}</span>
      <span class="row-vehicle">
        <span class="row-title">${title}</span>
        <span class="quiet">${[plate, messages.photos(images)].filter(Boolean).join(' · ')}</span>
        <span class="quiet">
          ${isNew ? html`<span class="new">${fleet.isNew}</span>` : nothing}
          <time datetime=${createdAt}>${names.moment(createdAt)}</time>
          · ${fleet.inspector(ownerId)}
        </span>
      </span>
      <span class="row-outcome">
        <span class="badges">
          <span class="badge" data-outcome=${outcome}>${text}</span>
          ${severity > 0 ? html`<span class="badge" data-level=${severity}>${names.severity(severity as 1 | 2 | 3)}</span>` : nothing}
        </span>
        <span class="quiet">${fleet.originCounts(origins)}</span>
      </span>
      <span class="row-cost">${formatCost(app, row)}</span>
    </a>
  </li>`;
}

function formatCost({ names, fleet }: FleetApp, { cost }: FleetRow): string {
  if (!cost) return '–';
  const sum = names.money(cost.amount, cost.currency);
  return cost.isComplete ? sum : fleet.from(sum);
}
