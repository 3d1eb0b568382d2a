import type { AnalysisResult } from '../../domain/analysis-result.ts';
import type { JsonObject } from '../../domain/fields.ts';
import type { VehicleInput } from '../../domain/vehicle.ts';

/** What was read on one image. */
export interface ImageText {
  type: string;
  content: JsonObject;
  vehicle: VehicleInput;
  /** Of what the image's type looks for. */
  confidence: number;
}

/** Documents of all images; of the vehicle each fact from the image where it was read most surely. */
export function textFindings(
  images: readonly { imageId: string; text: ImageText }[],
): Pick<AnalysisResult, 'documents' | 'vehicle'> {
  const surestLast = [...images].sort((a, b) => a.text.confidence - b.text.confidence);
  const vehicle: VehicleInput = Object.assign({}, ...surestLast.map(({ text }) => text.vehicle));
  return {
    documents: images.map(({ imageId, text: { type, content } }) => ({ type, imageId, content })),
    ...(Object.keys(vehicle).length > 0 && { vehicle }),
  };
}
