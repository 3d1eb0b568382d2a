import { html, type TemplateResult } from 'lit';
import { getVehicle, type LoadedInspection } from '../common/loaded-inspection.ts';
import { renderCard } from '../common/templates.ts';
import type { FleetApp } from './fleet-app.ts';

/** Renders vehicle, inspector, time and the earlier inspection. */
export function renderFleetDetails(
  { fleet, names, language }: FleetApp,
  loaded: LoadedInspection,
): TemplateResult {
  const { inspection } = loaded;
  const { plate, vin, mileage, color } = getVehicle(loaded) ?? {};
  const related = inspection.relatedInspectionId;
  const facts: [string, unknown][] = [
    [fleet.facts.plate, plate],
    [fleet.facts.vin, vin],
    [fleet.facts.mileage, mileage && `${mileage.value.toLocaleString(language)} ${mileage.unit}`],
    [fleet.facts.color, color],
    [fleet.facts.inspector, inspection.ownerId],
    [fleet.facts.created, names.moment(inspection.createdAt)],
    [fleet.facts.earlier, related && html`<a href=${`#/inspections/${related}`}>${fleet.openEarlier}</a>`],
    [fleet.facts.id, inspection.id],
  ];
  return renderCard(
    'details',
    fleet.details,
    html`<dl class="pairs">
      ${facts.filter(([, value]) => value).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>`,
  );
}
