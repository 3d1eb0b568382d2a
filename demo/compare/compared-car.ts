import type { Comparison } from 'kerbside/compare';
import type { CarDamage, PartSelectDetail } from 'kerbside/elements';
import { mergeSeverities } from 'kerbside/estimate';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';

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
