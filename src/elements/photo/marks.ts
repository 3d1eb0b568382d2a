import type { Damage } from '../../domain/damage.ts';
import type { View } from '../../domain/view.ts';
import type { Names } from '../locales/names.ts';

/** What the element needs to know of a view; a record of the library has it all. */
export type PhotoView = Pick<View, 'id' | 'damageId' | 'polygons' | 'boundingBox'> & {
  confidence?: number | undefined;
};
export type PhotoDamage = Pick<Damage, 'id' | 'damageType'> & { confidence?: number | undefined };

/** A damage where it is seen on the photo. */
export interface Mark {
  view: PhotoView;
  damage: PhotoDamage;
}

/** Views with their damages, large before small: drawn in this order, none hides another. */
export function marksOf(views: readonly PhotoView[], damages: readonly PhotoDamage[]): Mark[] {
  const byId = new Map(damages.map((damage) => [damage.id, damage]));
  return views
    .flatMap((view): Mark[] => {
      const damage = byId.get(view.damageId);
      return damage ? [{ view, damage }] : [];
    })
    .sort((a, b) => area(b.view) - area(a.view));
}

/** `Scratch 62 %`. */
export function markLabel({ view, damage }: Mark, names: Names): string {
  const confidence = view.confidence ?? damage.confidence;
  const name = names.damage(damage.damageType);
  return confidence === undefined ? name : `${name} ${names.percent(confidence)}`;
}

function area({ boundingBox: { width, height } }: PhotoView): number {
  return width * height;
}
