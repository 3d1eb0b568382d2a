import {
  type AnalysisOutcome,
  type Entities,
  getVerdict,
  type Inspection,
  nameOutcome,
  summarizeVerdict,
} from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { hrefOf } from '../common/route.ts';
import { getVehicleTitle } from '../common/templates.ts';
import { renderFirstPhoto, type ThumbnailSource } from '../common/thumbnails.ts';
import { formatEstimate } from '../inspection/estimate-figure.ts';

interface InspectionRow {
  app: App;
  inspection: Inspection;
  entities: Entities;
  /** The number of operations that are not sent. */
  unsent: number;
  isCurrent: boolean;
  thumbnails: ThumbnailSource;
}

/** Renders an inspection in the list: its first photo, the vehicle, the outcome, and what is left to send. */
export function renderInspectionRow(row: InspectionRow): TemplateResult {
  const { app, inspection, entities, unsent, isCurrent } = row;
  const { messages, names } = app;
  const vehicle = entities.vehicles[inspection.vehicle ?? ''];
  const title = getVehicleTitle(vehicle, messages);
  const image = entities.images[inspection.images[0] ?? ''];
  const firstImage = image && { id: image.id, width: image.imageWidth, height: image.imageHeight };
  const facts = [
    vehicle?.plate !== title && vehicle?.plate,
    messages.photos(inspection.images.length),
    unsent > 0 && messages.list.toSend(unsent),
  ];
  return html`<a class="row" href=${hrefOf(inspection.id)} aria-current=${isCurrent ? 'page' : nothing}>
    <span class="row-photo" aria-hidden="true">${renderFirstPhoto(firstImage, row.thumbnails)}</span>
    <span class="row-text">
      <span class="row-title">${title}</span>
      ${inspection.deleted ? renderOutcomeBadge('deleted', messages.statuses.deleted) : renderOutcome(row)}
      <span class="quiet">${facts.filter(Boolean).join(' · ')}</span>
      <time class="quiet" datetime=${inspection.createdAt}>${names.moment(inspection.createdAt)}</time>
    </span>
  </a>`;
}

/** A number of damages or a price appears only if it is known. */
function renderOutcome({ app, inspection, entities }: InspectionRow): TemplateResult {
  const { messages, language } = app;
  const verdict = getVerdict(inspection, entities);
  const { outcome } = verdict;
  const basis = html`<span class="quiet">${summarizeVerdict(verdict, language)}</span>`;
  if (outcome !== 'damaged')
    return html`${renderOutcomeBadge(outcome, nameOutcome(outcome, language))} ${basis}`;
  const estimate = entities.vehicles[inspection.vehicle ?? '']?.repairEstimate;
  const damages = messages.damages(inspection.damages.length);
  // A total that leaves damages out would look like the price of all of them.
  const isComplete = estimate?.toReview.length === 0;
  const text = isComplete ? `${damages} · ${formatEstimate(app, estimate).sum}` : damages;
  return html`${renderOutcomeBadge(outcome, text)} ${basis}`;
}

function renderOutcomeBadge(outcome: AnalysisOutcome | 'deleted', text: string): TemplateResult {
  return html`<span class="badge" data-outcome=${outcome}>${text}</span>`;
}
