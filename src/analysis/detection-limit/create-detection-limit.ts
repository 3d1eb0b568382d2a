import { findDiagramPart } from '../../domain/car-diagram/car-diagram.ts';
import { DAMAGE_TYPES, type PartType, VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { DetectionLimit, SizeLimit } from '../../domain/records/detection-limit.ts';
import type { ImageMetadata } from '../../domain/task/analyzer.ts';
import type { Detection } from '../detection/detections.ts';
import type { DetectorEntry, RecallCurve } from '../model-manifest.ts';
import { determineViewpoint } from '../parts/viewpoint.ts';
import { findVisibleParts } from '../parts/visible-parts.ts';
import { fitCanvas } from '../pixels/model-canvas.ts';
import { estimateLocalScale, estimatePhotoScale, type ScaleEstimate, toPhotoScale } from './photo-scale.ts';
import { recallAt, recallOfLength } from './recall-curve.ts';
import { findSizeCues } from './size-cues.ts';

/** The steps to which lengths are rounded up, in centimetres. The scale of a photo is not known more exactly. */
const LENGTHS = [1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150] as const;
/** Panels that the damages with a curve are on. */
const PANELS = ['bumper', 'door', 'fender', 'hood', 'roof', 'rocker_panel', 'trunk'];
/** Sheet metal that faces up is seen at an angle from every side. */
const TOP_FACING = 0.6;
/** Below, a part is not visible. */
const LEAST_FACING = 0.3;

/**
 * Returns how large a damage must be to be found on a photo: the recall of the model by size, at the scale of the photo.
 *
 * @param detections Of the part model. Empty if there is none.
 * @param thresholdOf Returns the least confidence of a type. If it is higher than that of the curve, the type has no limit.
 */
export function createDetectionLimit(
  model: DetectorEntry,
  image: ImageMetadata,
  detections: readonly Detection[],
  thresholdOf: (type: string) => number,
): DetectionLimit {
  const named = { model: `${model.name} ${model.version}` };
  const photo = { width: image.imageWidth, height: image.imageHeight };
  const viewpoint = determineViewpoint(image, detections);
  const cues = findSizeCues(detections, photo, viewpoint);
  const whole = estimatePhotoScale(cues);
  const scale = toPhotoScale(cues);
  if (!whole || !scale) return { ...named, limits: [] };
  const curves = listCurves(model, thresholdOf);
  const { scale: canvasScale } = fitCanvas(photo.width, photo.height, model.input);
  const limit = (estimate: ScaleEstimate, visible: number) =>
    curves.map(({ damageType, recall }) => ({
      damageType,
      ...findLengths(recall, { ...estimate, logScale: estimate.logScale + Math.log(canvasScale * visible) }),
    }));
  const panels = findVisibleParts(detections, viewpoint).filter(({ partType }) => isPanel(partType));
  const ofParts = panels.flatMap(({ partType, box }): SizeLimit[] => {
    const centre = { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
    const local = estimateLocalScale(cues, centre);
    const visible = (1 + measureFacing(partType, viewpoint)) / 2;
    return local ? limit(local, visible).map((one) => ({ ...one, partType })) : [];
  });
  return { ...named, scale, limits: [...limit(whole, 1), ...ofParts] };
}

function listCurves({ types, threshold }: DetectorEntry, thresholdOf: (type: string) => number) {
  return types.flatMap(({ name, role, recall }) => {
    const damageType = DAMAGE_TYPES.find((type) => type === name);
    const isMeasured = role === 'damage' && thresholdOf(name) <= threshold;
    return damageType && recall && isMeasured ? [{ damageType, recall }] : [];
  });
}

function findLengths({ points }: RecallCurve, scale: ScaleEstimate): Pick<SizeLimit, 'half' | 'most'> {
  const recall = (pixels: number) => recallAt(points, pixels);
  const find = (share: number) => LENGTHS.find((cm) => recallOfLength(recall, cm, scale) >= share);
  const [half, most] = [find(0.5), find(0.8)];
  return { ...(half !== undefined && { half }), ...(most !== undefined && { most }) };
}

function isPanel(partType: PartType): boolean {
  return PANELS.some((name) => partType.startsWith(name));
}

/** Returns the cosine of the angle at which a part is seen: 1 if it faces the camera. A mark along the other direction looks as long. */
function measureFacing(partType: PartType, viewpoint: Viewpoint | undefined): number {
  const face = findDiagramPart(partType)?.face;
  if (face === 'top') return TOP_FACING;
  if (face === undefined || viewpoint === undefined) return 1;
  const turns = VIEWPOINTS.indexOf(face) - VIEWPOINTS.indexOf(viewpoint);
  return Math.max(LEAST_FACING, Math.cos((turns * Math.PI) / 4));
}
