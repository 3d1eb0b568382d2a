import type { Damage } from '../../domain/damage.ts';
import type { Entities } from '../../domain/entities.ts';
import type { BoundingBox } from '../../domain/view.ts';
import type { WheelAnalysis } from '../../domain/wheel-analysis.ts';
import type { Mark } from '../annotate/overlay.ts';
import { listDamageViews } from './damage-table.ts';

/** Returns the marks to draw on an image: its damages, labelled with their parts, and its analyzed wheels. */
export function createMarks(entities: Entities, imageId: string): Mark[] {
  const damages = listDamageViews(entities, imageId).map(
    ({ damageId, confidence, boundingBox, polygons }): Mark => {
      const damage = entities.damages[damageId];
      return {
        type: damage?.damageType ?? 'damage',
        ...(damage && { label: formatDamageLabel(damage) }),
        ...(confidence !== undefined && { confidence }),
        box: toRectangle(boundingBox),
        polygons,
      };
    },
  );
  const wheels = Object.values(entities.wheelAnalysis).flatMap((wheel): Mark[] =>
    wheel.imageId === imageId && wheel.boundingBox
      ? [{ type: 'wheel', label: formatWheelLabel(wheel), box: toRectangle(wheel.boundingBox), polygons: [] }]
      : [],
  );
  return [...damages, ...wheels];
}

function formatDamageLabel({ damageType, partType }: Damage): string {
  return toLabel(partType === 'ignore' ? damageType : `${damageType} on ${partType}`);
}

/** Returns the wheel's name, with its hubcap or rim material if they are known. */
function formatWheelLabel({ wheelName, hubcapOverRim, rimMaterial }: WheelAnalysis): string {
  const name = wheelName ?? 'wheel';
  if (hubcapOverRim.prediction === 'HUBCAP_OVER_RIM') return toLabel(`${name} with hubcap`);
  const isKnown = rimMaterial.prediction === 'ALU' || rimMaterial.prediction === 'STEEL';
  return toLabel(isKnown ? `${name} of ${rimMaterial.prediction.toLowerCase()}` : name);
}

function toLabel(text: string): string {
  return text.replaceAll('_', ' ');
}

function toRectangle({ xmin, ymin, width, height }: BoundingBox): Mark['box'] {
  return { x: xmin, y: ymin, width, height };
}
