import type { ComplianceResult, Image } from '../domain/image.ts';
import { decide, type Rule } from './decision.ts';
import { type InspectionState, present, replaced } from './state.ts';

/** Writes down how good a photo is. The remote service judges for itself, so nothing is replayed. */
export function recordQuality(imageId: string, result: ComplianceResult): Rule<void> {
  return (state, _context) => {
    const image = present(state.images, imageId, 'image');
    const compliances: Image['compliances'] = { ...image.compliances, image_quality_assessment: result };
    const next: InspectionState = { ...state, images: replaced(state.images, { ...image, compliances }) };
    const { id: inspectionId } = state.inspection;
    return decide(next, undefined, {
      events: [{ type: 'image.checked', inspectionId, imageId, isCompliant: result.is_compliant }],
    });
  };
}

/** No verdict yet, asked for or not. */
export function awaitsQuality(image: Pick<Image, 'compliances'>): boolean {
  const { status } = image.compliances.image_quality_assessment ?? { status: 'TODO' };
  return status === 'TODO';
}
