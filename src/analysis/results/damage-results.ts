import type { AnalysisResult, DetectedDamage, DetectedView } from '../../domain/analysis-result.ts';
import type { ImageFacts } from '../../domain/analyzer.ts';
import { DAMAGE_TYPES, type DamageType, type PartType } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { imageRegion } from '../geometry/image-region.ts';
import { type VisiblePart, visibleParts } from '../parts/detected-parts.ts';
import { imageViewpoint } from '../parts/image-viewpoint.ts';
import { locateDamage } from '../parts/locate-damage.ts';
import { hubcapOf } from '../wheels/hubcap-of.ts';
import { type LocatedDetection, mergeAcrossPhotos } from './merge-across-photos.ts';
import { hintsOf } from './photo-hints.ts';

/** What detectors found on one image. */
export interface ImageDetections {
  image: Pick<
    ImageFacts,
    | 'id'
    | 'imageWidth'
    | 'imageHeight'
    | 'details'
    | 'detailedViewpoint'
    | 'viewpoint'
    | 'compliances'
    | 'imageType'
  >;
  /** Damages. */
  detections: readonly Detection[];
  /** Parts of the vehicle, by the part model's classes; none where there is no such model. */
  parts?: readonly Detection[];
}

/**
 * From findings on images to damages of a vehicle, in the specification's terms, and the parts that they lie on as far
 * as those were seen.
 */
export function damagesFrom(
  images: readonly ImageDetections[],
): Required<Pick<AnalysisResult, 'damages' | 'parts'>> {
  const seen = images.map(seenOn);
  const damages = mergeAcrossPhotos(seen.flatMap(({ sightings }) => sightings)).map(
    ({ damageType, partType, confidence, detections: sightings }): DetectedDamage => ({
      damageType,
      partType,
      confidence,
      views: sightings.map(({ view }) => view),
    }),
  );
  const parts = [...new Set(damages.map(({ partType }) => partType))].map((partType) => ({
    partType,
    views: seen.flatMap((one) => viewsOfPart(partType, one)),
  }));
  return { damages, parts: parts.filter(({ views }) => views.length > 0) };
}

interface SeenImage {
  image: ImageDetections['image'];
  parts: readonly VisiblePart[];
  sightings: LocatedDetection<DetectedView>[];
}

function seenOn({ image, detections: findings, parts: found = [] }: ImageDetections): SeenImage {
  const viewpoint = imageViewpoint(image, found);
  const parts = visibleParts(found, viewpoint);
  const sightings = findings.flatMap((finding): LocatedDetection<DetectedView>[] => {
    const damageType = DAMAGE_TYPES.find((type) => type === finding.type);
    if (!damageType) return [];
    const { confidence } = finding;
    return [
      {
        imageId: image.id,
        damageType,
        partType: partOf(finding, damageType, parts, image),
        ...(viewpoint && { viewpoint }),
        confidence,
        view: { imageId: image.id, ...imageRegion(finding, image), confidence },
      },
    ];
  });
  return { image, parts, sightings };
}

/** Where the part is on an image that shows a damage on it: what the damage's size is measured against. */
function viewsOfPart(partType: PartType, { image, parts, sightings }: SeenImage): DetectedView[] {
  if (!sightings.some((sighting) => sighting.partType === partType)) return [];
  return parts
    .filter((part) => part.partType === partType)
    .slice(0, 1)
    .map((part) => ({ imageId: image.id, ...imageRegion(part, image), confidence: part.confidence }));
}

/** The part model knows wheels, of which the hubcap is a part of its own. */
function partOf(
  finding: Detection,
  damageType: DamageType,
  parts: readonly VisiblePart[],
  image: ImageDetections['image'],
): PartType {
  const part = locateDamage(finding, parts, hintsOf(image));
  const isOfHubcap = damageType === 'hubcap_scratch' || damageType === 'missing_hubcap';
  return isOfHubcap ? hubcapOf(part) : part;
}
