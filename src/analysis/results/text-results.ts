import type { JsonObject } from '../../domain/fields.ts';
import type { VehicleInput } from '../../domain/records/vehicle.ts';
import type { AnalysisResult } from '../../domain/task/analysis-result.ts';

/** The text of one image and its meaning. */
export interface ImageText {
  type: string;
  content: JsonObject;
  vehicle: VehicleInput;
  /** Confidence of the value that the image type asks for. */
  confidence: number;
}

/** Creates a document per image. Each field of the vehicle comes from the image with the highest confidence. */
export function createTextResults(
  images: readonly { imageId: string; text: ImageText }[],
): Pick<AnalysisResult, 'documents' | 'vehicle'> {
  const mostConfidentLast = [...images].sort((a, b) => a.text.confidence - b.text.confidence);
  const vehicle: VehicleInput = Object.assign({}, ...mostConfidentLast.map(({ text }) => text.vehicle));
  return {
    documents: images.map(({ imageId, text: { type, content } }) => ({ type, imageId, content })),
    ...(Object.keys(vehicle).length > 0 && { vehicle }),
  };
}
