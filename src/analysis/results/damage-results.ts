import { DAMAGE_TYPES, type DamageType, type PartType, type Viewpoint } from '../../domain/enums.ts';
import { getPhotoHints } from '../../domain/sights/photo-hints.ts';
import type { AnalysisResult, DetectedDamage, DetectedView } from '../../domain/task/analysis-result.ts';
import type { ImageMetadata } from '../../domain/task/analyzer.ts';
import type { Detection } from '../detection/detections.ts';
import { toImageRegion } from '../geometry/image-region.ts';
import { findHintedViewpoint } from '../parts/hinted-parts.ts';
import { findNearestPanel, guessPanel, inferPart, PANEL_DAMAGES } from '../parts/infer-part.ts';
import { locateDamage } from '../parts/locate-damage.ts';
import { determineViewpoint } from '../parts/viewpoint.ts';
import { findVisibleParts, type VisiblePart } from '../parts/visible-parts.ts';
import { toHubcapPart } from '../wheels/wheel-names.ts';
import { type LocatedDetection, mergeAcrossPhotos, mergeOnPhoto } from './merge-detections.ts';

/** The detections of one image. */
interface ImageDetections {
  image: ImageMetadata;
  damages: readonly Detection[];
  /** By the part model's classes. Empty if there is no part model. */
  parts: readonly Detection[];
}

/** Creates the damages of a vehicle from the detections of its images, and the damaged parts that are visible. */
export function createDamageResults(
  images: readonly ImageDetections[],
): Required<Pick<AnalysisResult, 'damages' | 'parts'>> {
  const located = images.map(locateDetections);
  const damages = mergeAcrossPhotos(located.flatMap(({ detections }) => detections)).map(
    ({ damageType, partType, confidence, detections }): DetectedDamage => ({
      damageType,
      partType,
      confidence,
      views: detections.map(({ view }) => view),
    }),
  );
  const parts = [...new Set(damages.map(({ partType }) => partType))].map((partType) => ({
    partType,
    views: located.flatMap((image) => createPartViews(partType, image)),
  }));
  return { damages, parts: parts.filter(({ views }) => views.length > 0) };
}

interface LocatedImage {
  image: ImageMetadata;
  parts: readonly VisiblePart[];
  detections: LocatedDetection<DetectedView>[];
}

function locateDetections({ image, damages, parts: partDetections }: ImageDetections): LocatedImage {
  const viewpoint = determineViewpoint(image, partDetections);
  const parts = findVisibleParts(partDetections, viewpoint);
  const detections = mergeOnPhoto(damages).flatMap((detection): LocatedDetection<DetectedView>[] => {
    const damageType = DAMAGE_TYPES.find((type) => type === detection.type);
    if (!damageType) return [];
    const { confidence } = detection;
    return [
      {
        imageId: image.id,
        damageType,
        partType: findDamagedPart(detection, damageType, parts, { image, viewpoint }),
        ...(viewpoint && { viewpoint }),
        confidence,
        view: { imageId: image.id, ...toImageRegion(detection, image), confidence },
      },
    ];
  });
  return { image, parts, detections };
}

/** Returns the view of a part if the image shows a damage on it. The size of the damage is measured against it. */
function createPartViews(partType: PartType, { image, parts, detections }: LocatedImage): DetectedView[] {
  if (!detections.some((detection) => detection.partType === partType)) return [];
  return parts
    .filter((part) => part.partType === partType)
    .slice(0, 1)
    .map((part) => ({ imageId: image.id, ...toImageRegion(part, image), confidence: part.confidence }));
}

/** The part model detects wheels; in the specification, the hubcap is a separate part. */
function findDamagedPart(
  detection: Detection,
  damageType: DamageType,
  parts: readonly VisiblePart[],
  { image, viewpoint }: { image: ImageMetadata; viewpoint: Viewpoint | undefined },
): PartType {
  const hints = getPhotoHints(image);
  const located = locateDamage(detection, parts, hints);
  const part = located === 'ignore' ? findPartBySide() : located;
  const isHubcapDamage = damageType === 'hubcap_scratch' || damageType === 'missing_hubcap';
  return isHubcapDamage ? toHubcapPart(part) : part;

  /** The part by the side of the photo, if neither a visible part nor the photo's place names the part. */
  function findPartBySide(): PartType {
    const { x0, y0, x1, y1 } = detection.box;
    const place = { viewpoint, x: (x0 + x1) / 2 / image.imageWidth, y: (y0 + y1) / 2 / image.imageHeight };
    const inferred =
      inferPart(damageType, place) ?? findNearestPanel({ damageType, box: detection.box }, parts, image);
    if (inferred) return inferred;
    const isGuessable = PANEL_DAMAGES.includes(damageType);
    return (isGuessable && guessPanel({ ...place, viewpoint: findHintedViewpoint(hints) })) || 'ignore';
  }
}
