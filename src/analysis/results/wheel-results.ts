import type { Viewpoint, WheelName } from '../../domain/enums.ts';
import type { Image } from '../../domain/records/image.ts';
import type { WheelAnalysis } from '../../domain/records/wheel-analysis.ts';
import type { DetectedDamage } from '../../domain/task/analysis-result.ts';
import { type Box, boxArea } from '../geometry/box.ts';
import { toBoundingBox, toImageRegion } from '../geometry/image-region.ts';
import type { Point } from '../geometry/polygon.ts';
import { deriveWheelFacts, findWheelDamages } from '../wheels/wheel-facts.ts';
import type { HeadConfidences } from '../wheels/wheel-heads.ts';
import { nameWheels, toHubcapPart } from '../wheels/wheel-names.ts';

/** A detected wheel and what the wheel analyser returns for it. */
export interface AnalysedWheel {
  box: Box;
  polygons: readonly (readonly Point[])[];
  confidences: HeadConfidences;
}

export interface WheelImage extends Pick<Image, 'id' | 'imageWidth' | 'imageHeight'> {
  /** The wheel that the hints of the image name. */
  wheelName?: WheelName;
  viewpoint?: Viewpoint;
  wheels: readonly AnalysedWheel[];
}

interface WheelResults {
  wheelAnalysis: Omit<WheelAnalysis, 'id' | 'createdBy'>[];
  damages: DetectedDamage[];
}

interface NamedWheel {
  image: WheelImage;
  wheel: AnalysedWheel;
  name?: WheelName | undefined;
}

/**
 * Creates the results of `wheel_analysis`. If the hints of an image name a wheel, only its largest wheel counts.
 * Otherwise all wheels count, named by their position. Each wheel is described per image. A damage of a named wheel
 * exists once, with a view on every image that shows it.
 *
 * @param threshold The lowest confidence of a damage.
 */
export function createWheelResults(images: readonly WheelImage[], threshold: number): WheelResults {
  const named = images.flatMap(nameImageWheels);
  return {
    wheelAnalysis: named.map(({ image, wheel, name }) => ({
      imageId: image.id,
      boundingBox: toBoundingBox(wheel.box, image),
      ...(name !== undefined && { wheelName: name }),
      ...deriveWheelFacts(wheel.confidences),
    })),
    damages: mergeByWheel(named.flatMap((wheel) => createDamages(wheel, threshold))),
  };
}

function nameImageWheels(image: WheelImage): NamedWheel[] {
  const { wheelName, wheels, viewpoint } = image;
  if (wheelName !== undefined)
    return wheels
      .toSorted((a, b) => boxArea(b.box) - boxArea(a.box))
      .slice(0, 1)
      .map((wheel) => ({ image, wheel, name: wheelName }));
  const names = nameWheels(
    wheels.map(({ box }) => box),
    viewpoint,
  );
  return wheels.map((wheel, index) => ({ image, wheel, name: names[index] }));
}

function createDamages({ image, wheel, name }: NamedWheel, threshold: number): DetectedDamage[] {
  const { confidences } = wheel;
  const part = name ?? 'wheel';
  const view = { imageId: image.id, ...toImageRegion(wheel, image) };
  return findWheelDamages(deriveWheelFacts(confidences), confidences, threshold).map(
    ({ damageType, on, confidence }) => ({
      damageType,
      partType: on === 'hubcap' ? toHubcapPart(part) : part,
      confidence,
      views: [{ ...view, confidence }],
    }),
  );
}

/** Merges the damages of each named wheel. Wheels without a name may be any, so their damages stay separate. */
function mergeByWheel(damages: readonly DetectedDamage[]): DetectedDamage[] {
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
