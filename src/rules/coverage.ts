import type { Coverage } from '../domain/analysis-result.ts';
import type { Image } from '../domain/image.ts';
import { decide, type Rule } from './decision.ts';
import { type ImageRecord, type InspectionState, present, replaced } from './state.ts';

/** Writes down how a photo shows the vehicle. The remote service judges for itself, so nothing is replayed. */
export function recordCoverage(imageId: string, coverage: Coverage): Rule<void> {
  return (state, _context) => {
    const image = present(state.images, imageId, 'image');
    const next: InspectionState = { ...state, images: replaced(state.images, withCoverage(image, coverage)) };
    const { id: inspectionId } = state.inspection;
    const isCompliant = coverage.compliance.is_compliant;
    return decide(next, undefined, {
      events: [{ type: 'image.checked', inspectionId, imageId, isCompliant }],
    });
  };
}

/** The image with what a model saw of its viewpoint; with a verdict only where one was asked for and is still open. */
export function withCoverage(image: ImageRecord, { compliance, viewpoint }: Coverage): ImageRecord {
  const asked = image.compliances.coverage_360;
  const sight = asked?.sight_id !== undefined && { sight_id: asked.sight_id };
  return {
    ...image,
    ...(viewpoint && { viewpoint }),
    ...(awaitsCoverage(image) && {
      compliances: { ...image.compliances, coverage_360: { ...compliance, ...sight } },
    }),
  };
}

/** Asked for, and without a verdict. */
export function awaitsCoverage({ compliances }: Pick<Image, 'compliances'>): boolean {
  return compliances.coverage_360?.status === 'TODO';
}
