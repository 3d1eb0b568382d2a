import type { Damage } from '../../domain/damage.ts';
import type { Entities } from '../../domain/entities.ts';
import type { BoundingBox } from '../../domain/view.ts';
import type { WheelAnalysis } from '../../domain/wheel-analysis.ts';
import type { Mark } from '../annotate/overlay.ts';
import { listDamageViews } from './damage-table.ts';

/** What is drawn on an image: its damages, each with its part, and the wheels that were looked at. */
export function createMarks(entities: Entities, imageId: string): Mark[] {
  const damages = listDamageViews(entities, imageId).map(
    ({ damageId, confidence, boundingBox, polygons }): Mark => {
      const damage = entities.damages[damageId];
      return {
        type: damage?.damageType ?? 'damage',
        ...(damage && { label: damageLabel(damage) }),
        ...(confidence !== undefined && { confidence }),
        box: rectangle(boundingBox),
        polygons,
      };
    },
  );
  const wheels = Object.values(entities.wheelAnalysis).flatMap((wheel): Mark[] =>
    wheel.imageId === imageId && wheel.boundingBox
      ? [{ type: 'wheel', label: wheelLabel(wheel), box: rectangle(wheel.boundingBox), polygons: [] }]
      : [],
  );
  return [...damages, ...wheels];
}

function damageLabel({ damageType, partType }: Damage): string {
  return inWords(partType === 'ignore' ? damageType : `${damageType} on ${partType}`);
}

/** Its name, and what it is made of or covered with, as far as that could be told. */
function wheelLabel({ wheelName, hubcapOverRim, rimMaterial }: WheelAnalysis): string {
  const name = wheelName ?? 'wheel';
  if (hubcapOverRim.prediction === 'HUBCAP_OVER_RIM') return inWords(`${name} with hubcap`);
  const isTold = rimMaterial.prediction === 'ALU' || rimMaterial.prediction === 'STEEL';
  return inWords(isTold ? `${name} of ${rimMaterial.prediction.toLowerCase()}` : name);
}

function inWords(text: string): string {
  return text.replaceAll('_', ' ');
}

function rectangle({ xmin, ymin, width, height }: BoundingBox): Mark['box'] {
  return { x: xmin, y: ymin, width, height };
}
