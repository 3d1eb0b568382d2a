import { DAMAGE_TYPES, type DamageType, type PartType, type Viewpoint } from '../../domain/enums.ts';
import type { PartOrigin } from '../../domain/records/damage.ts';
import { getPhotoHints } from '../../domain/sights/photo-hints.ts';
import type { AnalysisResult, DetectedDamage, DetectedView } from '../../domain/task/analysis-result.ts';
import type { ImageMetadata } from '../../domain/task/analyzer.ts';
import type { Detection } from '../detection/detections.ts';
import { toImageRegion } from '../geometry/image-region.ts';
import { findHintedPart, findHintedViewpoint } from '../parts/hinted-parts.ts';
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
    ({ damageType, partType, partOrigin, confidence, detections }): DetectedDamage => ({
      damageType,
      partType,
      ...(partOrigin && { partOrigin }),
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
        ...findDamagedPart(detection, damageType, parts, { image, viewpoint }),
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

interface LocatedPart {
  partType: PartType;
  partOrigin?: PartOrigin;
}

/**
 * Returns the part that a damage is on, from the most reliable source that names one. The photographer's word comes after
 * a visible part: a photo of a door also shows the fender beside it.
 */
function findDamagedPart(
  detection: Detection,
  damageType: DamageType,
  parts: readonly VisiblePart[],
  { image, viewpoint }: { image: ImageMetadata; viewpoint: Viewpoint | undefined },
): LocatedPart {
  const hints = getPhotoHints(image);
  const { x0, y0, x1, y1 } = detection.box;
  const place = { viewpoint, x: (x0 + x1) / 2 / image.imageWidth, y: (y0 + y1) / 2 / image.imageHeight };
  const isPanelDamage = PANEL_DAMAGES.includes(damageType);
  const sources: [PartOrigin, () => PartType | undefined][] = [
    ['seen', () => locateDamage(detection, parts)],
    ['stated', () => findHintedPart(hints)],
    ['inferred', () => inferPart(damageType, place)],
    ['inferred', () => findNearestPanel({ damageType, box: detection.box }, parts, image)],
    [
      'guessed',
      () => (isPanelDamage ? guessPanel({ ...place, viewpoint: findHintedViewpoint(hints) }) : undefined),
    ],
  ];
  for (const [partOrigin, find] of sources) {
    const part = find();
    // The part model detects wheels; in the specification, the hubcap is a separate part.
    const isHubcapDamage = damageType === 'hubcap_scratch' || damageType === 'missing_hubcap';
    if (part && part !== 'ignore')
      return { partType: isHubcapDamage ? toHubcapPart(part) : part, partOrigin };
  }
  return { partType: 'ignore' };
}
