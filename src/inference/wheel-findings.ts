import { area, type Box } from '../analysis/box.ts';
import type { Point } from '../analysis/polygon.ts';
import { wheelDamages } from '../analysis/wheels/wheel-damages.ts';
import { wheelFacts } from '../analysis/wheels/wheel-facts.ts';
import type { HeadChances } from '../analysis/wheels/wheel-heads.ts';
import { nameWheels } from '../analysis/wheels/wheel-names.ts';
import type { FoundDamage } from '../service/results.ts';
import type { PartType, Viewpoint, WheelName } from '../spec/enums.ts';
import type { WheelAnalysis } from '../spec/wheel-analysis.ts';

/** A wheel that was found on a photo and looked at. */
export interface SeenWheel {
  box: Box;
  polygons: readonly (readonly Point[])[];
  chances: HeadChances;
}

export interface WheelImage {
  id: string;
  /** What the photographer said it shows. */
  wheelName?: WheelName;
  viewpoint?: Viewpoint;
  wheels: readonly SeenWheel[];
}

export interface WheelFindings {
  wheelAnalysis: Omit<WheelAnalysis, 'id' | 'createdBy'>[];
  damages: FoundDamage[];
}

/**
 * What a `wheel_analysis` says of its images. A photo of a named wheel tells of the largest one on it; a wide shot of
 * all of them, by their place. Without `longshots` only photos of named wheels count.
 */
export function wheelFindings(
  images: readonly WheelImage[],
  { longshots, threshold }: { longshots: boolean; threshold: number },
): WheelFindings {
  const named = images.flatMap((image) => {
    if (image.wheelName !== undefined)
      return largest(image).map((wheel) => ({ image, wheel, name: image.wheelName }));
    if (!longshots) return [];
    const names = nameWheels(
      image.wheels.map(({ box }) => box),
      image.viewpoint,
    );
    return image.wheels.map((wheel, index) => ({ image, wheel, name: names[index] }));
  });
  return {
    wheelAnalysis: named.map(({ image, wheel, name }) => ({
      imageId: image.id,
      ...(name !== undefined && { wheelName: name }),
      ...wheelFacts(wheel.chances),
    })),
    damages: named.flatMap(({ image, wheel, name }) => damagesOf(wheel, image.id, name, threshold)),
  };
}

function largest({ wheels }: WheelImage): SeenWheel[] {
  return [...wheels].sort((a, b) => area(b.box) - area(a.box)).slice(0, 1);
}

function damagesOf(
  { box, polygons, chances }: SeenWheel,
  imageId: string,
  name: WheelName | undefined,
  threshold: number,
): FoundDamage[] {
  const view = {
    imageId,
    boundingBox: { xmin: box.x0, ymin: box.y0, width: box.x1 - box.x0, height: box.y1 - box.y0 },
    polygons: polygons.map((ring) => ring.map(([x, y]): [number, number] => [x, y])),
  };
  return wheelDamages(wheelFacts(chances), chances, threshold).map(({ damageType, confidence }) => ({
    damageType,
    partType: hubcapOf(name),
    confidence,
    views: [{ ...view, confidence }],
  }));
}

function hubcapOf(name: WheelName | undefined): PartType {
  switch (name) {
    case 'wheel_front_left':
      return 'hubcap_front_left';
    case 'wheel_front_right':
      return 'hubcap_front_right';
    case 'wheel_back_left':
      return 'hubcap_back_left';
    case 'wheel_back_right':
      return 'hubcap_back_right';
    default:
      return 'hubcap';
  }
}
