import type { Damage, Entities, View } from 'kerbside';
import { percent, words } from './format.ts';

/** A damage where it is seen on a photo. */
export interface Mark {
  view: View;
  damage: Damage;
}

/** What is seen on a photo, large before small: drawn in this order, none hides another. */
export function marksOn(imageId: string, { views, damages }: Entities): Mark[] {
  return Object.values(views)
    .flatMap((view): Mark[] => {
      const damage = damages[view.damageId];
      const isShown = view.imageId === imageId && !view.deletedAt && damage && !damage.deletedAt;
      return isShown ? [{ view, damage }] : [];
    })
    .sort((a, b) => area(b.view) - area(a.view));
}

/** `Scratch 62 %`. */
export function markLabel({ view, damage }: Mark): string {
  const confidence = view.confidence ?? damage.confidence;
  return confidence === undefined
    ? words(damage.damageType)
    : `${words(damage.damageType)} ${percent(confidence)}`;
}

function area({ boundingBox: { width, height } }: View): number {
  return width * height;
}
