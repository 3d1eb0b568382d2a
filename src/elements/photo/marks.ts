import type { Names } from '../../domain/names/names.ts';
import type { Damage } from '../../domain/records/damage.ts';
import type { View } from '../../domain/records/view.ts';

/** The fields of a view record that `<kerbside-photo>` uses. */
export type PhotoView = Pick<View, 'id' | 'damageId' | 'polygons' | 'boundingBox'> & {
  confidence?: number | undefined;
};
/** The fields of a damage record that `<kerbside-photo>` uses. */
export type PhotoDamage = Pick<Damage, 'id' | 'damageType'> & {
  partType?: Damage['partType'] | undefined;
  confidence?: number | undefined;
};

/** A damage at one place on the photo. */
export interface Mark {
  view: PhotoView;
  damage: PhotoDamage;
}

/** Joins views with their damages, large before small: in this drawing order, none covers another. */
export function createMarks(views: readonly PhotoView[], damages: readonly PhotoDamage[]): Mark[] {
  const byId = new Map(damages.map((damage) => [damage.id, damage]));
  return views
    .flatMap((view): Mark[] => {
      const damage = byId.get(view.damageId);
      return damage ? [{ view, damage }] : [];
    })
    .sort((a, b) => getArea(b.view) - getArea(a.view));
}

/** Returns the type of the damage and its confidence: `Scratch 62%`. */
export function describeMark({ view, damage }: Mark, names: Names): string {
  const confidence = view.confidence ?? damage.confidence;
  const name = names.damage(damage.damageType, damage.partType);
  return confidence === undefined ? name : `${name} ${names.percent(confidence)}`;
}

function getArea({ boundingBox: { width, height } }: PhotoView): number {
  return width * height;
}
