import type { ComplianceResult, Image } from '../domain/records/image.ts';
import type { Coverage } from '../domain/task/analysis-result.ts';
import { decide, type Rule } from './rule.ts';
import { type ImageRecord, type InspectionState, replaceRecord, requireRecord } from './state.ts';

/** Records a quality assessment. Nothing is replayed: the remote service assesses photos itself. */
export function recordQuality(imageId: string, result: ComplianceResult): Rule<void> {
  return (state) => {
    const image = requireRecord(state.images, imageId, 'image');
    const compliances: Image['compliances'] = { ...image.compliances, image_quality_assessment: result };
    return replaceImage(state, { ...image, compliances }, result.is_compliant);
  };
}

/** Records a coverage result. Nothing is replayed: the remote service assesses photos itself. */
export function recordCoverage(imageId: string, coverage: Coverage): Rule<void> {
  return (state) => {
    const image = requireRecord(state.images, imageId, 'image');
    return replaceImage(state, applyCoverage(image, coverage), coverage.compliance.is_compliant);
  };
}

function replaceImage(state: InspectionState, image: ImageRecord, isCompliant: boolean | null) {
  const next: InspectionState = { ...state, images: replaceRecord(state.images, image) };
  const { id: inspectionId } = state.inspection;
  return decide(next, undefined, {
    events: [{ type: 'image.checked', inspectionId, imageId: image.id, isCompliant }],
  });
}

/** Returns true if the quality has not been assessed. The app need not request the assessment. */
export function awaitsQuality(image: Pick<Image, 'compliances'>): boolean {
  const { status } = image.compliances.image_quality_assessment ?? { status: 'TODO' };
  return status === 'TODO';
}

/** Returns true if the app requested a coverage check that has no result. */
export function awaitsCoverage({ compliances }: Pick<Image, 'compliances'>): boolean {
  return compliances.coverage_360?.status === 'TODO';
}

/** Returns the image with its viewpoint and, if a coverage check awaits its result, with the result. */
export function applyCoverage(image: ImageRecord, { compliance, viewpoint }: Coverage): ImageRecord {
  const sightId = image.compliances.coverage_360?.sight_id;
  const result: ComplianceResult = { ...compliance, ...(sightId !== undefined && { sight_id: sightId }) };
  return {
    ...image,
    ...(viewpoint && { viewpoint }),
    ...(awaitsCoverage(image) && { compliances: { ...image.compliances, coverage_360: result } }),
  };
}
