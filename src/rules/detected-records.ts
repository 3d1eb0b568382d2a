import type { CreatedBy } from '../domain/records/created-by.ts';
import type { View } from '../domain/records/view.ts';
import type { AnalysisResult, DetectedDamage, DetectedView } from '../domain/task/analysis-result.ts';
import type { RuleContext } from './rule.ts';
import type { DamageRecord, ImageRecord, InspectionState } from './state.ts';

/** Returns the records of a damage that a model detected. */
export function newDamage(
  detected: DetectedDamage,
  createdBy: CreatedBy,
  context: RuleContext,
): { damage: DamageRecord; views: View[] } {
  const damage: DamageRecord = {
    id: context.newId(),
    damageType: detected.damageType,
    partType: detected.partType,
    ...(detected.partOrigin && { partOrigin: detected.partOrigin }),
    createdAt: context.now,
    createdBy,
    ...(detected.confidence !== undefined && { confidence: detected.confidence }),
  };
  return { damage, views: detected.views.map((view) => newView(view, damage.id, createdBy, context)) };
}

/** Returns the record of a view of a damage or part that a model detected. */
export function newView(
  { polygons = [], ...view }: DetectedView,
  elementId: string,
  createdBy: CreatedBy,
  context: RuleContext,
): View {
  return { ...view, id: context.newId(), damageId: elementId, polygons, createdAt: context.now, createdBy };
}

/** Returns the images with the detection limits of a result. */
export function applyDetectionLimits(
  images: readonly ImageRecord[],
  { detectionLimits = [] }: Pick<AnalysisResult, 'detectionLimits'>,
): readonly ImageRecord[] {
  return images.map((image) => {
    const found = detectionLimits.find(({ imageId }) => imageId === image.id);
    if (!found) return image;
    const { imageId: _imageId, ...detectionLimit } = found;
    return { ...image, detectionLimit };
  });
}

/** Adds the views of detected parts that have a record and no view on the image yet. */
export function addPartViews(
  state: InspectionState,
  result: AnalysisResult,
  context: RuleContext,
): InspectionState {
  const { partsCreatedBy: createdBy = result.createdBy } = result;
  let next = state;
  for (const { partType, views } of result.parts ?? []) {
    const part = next.parts.find((candidate) => candidate.partType === partType);
    if (!part) continue;
    const newViews = views
      .filter(
        ({ imageId }) => !next.views.some((view) => view.damageId === part.id && view.imageId === imageId),
      )
      .map((view) => newView(view, part.id, createdBy, context));
    next = { ...next, views: [...next.views, ...newViews] };
  }
  return next;
}
