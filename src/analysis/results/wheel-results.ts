import type { DetectedDamage } from '../../domain/analysis-result.ts';
import type { Viewpoint, WheelName } from '../../domain/enums.ts';
import type { Image } from '../../domain/image.ts';
import type { WheelAnalysis } from '../../domain/wheel-analysis.ts';
import { area, type Box } from '../geometry/box.ts';
import { boundingBox, imageRegion } from '../geometry/image-region.ts';
import type { Point } from '../geometry/polygon.ts';
import { hubcapOf } from '../wheels/hubcap-of.ts';
import { wheelDamages } from '../wheels/wheel-damages.ts';
import { wheelFacts } from '../wheels/wheel-facts.ts';
import type { HeadChances } from '../wheels/wheel-heads.ts';
import { nameWheels } from '../wheels/wheel-names.ts';

/** A wheel that was found on a photo and looked at. */
export interface SeenWheel {
  box: Box;
  polygons: readonly (readonly Point[])[];
  chances: HeadChances;
}

export interface WheelImage extends Pick<Image, 'id' | 'imageWidth' | 'imageHeight'> {
  /** What the photographer said it shows. */
  wheelName?: WheelName;
  viewpoint?: Viewpoint;
  wheels: readonly SeenWheel[];
}

export interface WheelFindings {
  wheelAnalysis: Omit<WheelAnalysis, 'id' | 'createdBy'>[];
  damages: DetectedDamage[];
}

interface NamedWheel {
  image: WheelImage;
  wheel: SeenWheel;
  name?: WheelName | undefined;
}

/**
 * What a `wheel_analysis` says of its images. A photo of a named wheel tells of the largest one on it, a wide shot of
 * all of them, by their place. Each wheel is described as each image shows it; its damages are there once, with a
 * view on every image that shows them.
 */
export function wheelFindings(images: readonly WheelImage[], threshold: number): WheelFindings {
  const named = images.flatMap(namedWheels);
  return {
    wheelAnalysis: named.map(({ image, wheel, name }) => ({
      imageId: image.id,
      boundingBox: boundingBox(wheel.box, image),
      ...(name !== undefined && { wheelName: name }),
      ...wheelFacts(wheel.chances),
    })),
    damages: onceForEachWheel(named.flatMap((one) => damagesOf(one, threshold))),
  };
}

function namedWheels(image: WheelImage): NamedWheel[] {
  const { wheelName, wheels, viewpoint } = image;
  if (wheelName !== undefined)
    return wheels
      .toSorted((a, b) => area(b.box) - area(a.box))
      .slice(0, 1)
      .map((wheel) => ({ image, wheel, name: wheelName }));
  const names = nameWheels(
    wheels.map(({ box }) => box),
    viewpoint,
  );
  return wheels.map((wheel, index) => ({ image, wheel, name: names[index] }));
}

function damagesOf({ image, wheel, name }: NamedWheel, threshold: number): DetectedDamage[] {
  const { chances } = wheel;
  const part = name ?? 'wheel';
  const view = { imageId: image.id, ...imageRegion(wheel, image) };
  return wheelDamages(wheelFacts(chances), chances, threshold).map(({ damageType, on, confidence }) => ({
    damageType,
    partType: on === 'hubcap' ? hubcapOf(part) : part,
    confidence,
    views: [{ ...view, confidence }],
  }));
}

/** A vehicle has one wheel of each name; those without a name may be any. */
function onceForEachWheel(damages: readonly DetectedDamage[]): DetectedDamage[] {
  const merged: DetectedDamage[] = [];
  for (const damage of damages.toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))) {
    const same = merged.find(
      ({ damageType, partType }) =>
        damageType === damage.damageType &&
        partType === damage.partType &&
        partType !== 'wheel' &&
        partType !== 'hubcap',
    );
    if (same) same.views.push(...damage.views);
    else merged.push(damage);
  }
  return merged;
}
