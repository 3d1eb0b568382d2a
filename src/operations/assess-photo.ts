import type { Analyzer } from '../domain/analyzer.ts';
import type { ComplianceResult } from '../domain/image.ts';
import { isKerbsideError } from '../errors.ts';
import { awaitsCoverage, awaitsQuality, recordCoverage, recordQuality } from '../rules/compliances.ts';
import type { ImageRecord } from '../rules/state.ts';
import type { Host } from './host.ts';
import { loadInspection } from './load-inspection.ts';
import { toAnalysisImage } from './stored-photo.ts';

/** The part of an analyzer that assesses photos. */
export type PhotoAssessor = Pick<Analyzer, 'assess' | 'assessCoverage'>;

/** Returns whether the image lacks an assessment that this assessor can make. */
export function needsAssessment(image: ImageRecord, { assess, assessCoverage }: PhotoAssessor): boolean {
  return (
    (assess !== undefined && awaitsQuality(image)) || (assessCoverage !== undefined && awaitsCoverage(image))
  );
}

/** Makes the missing assessments of one photo. Does nothing if the image was deleted. */
export async function assessPhoto(
  host: Host,
  assessor: PhotoAssessor,
  { inspectionId, imageId, signal }: { inspectionId: string; imageId: string; signal: AbortSignal },
): Promise<void> {
  const { images } = await loadInspection(host, inspectionId);
  const image = images.find(({ id, deletedAt }) => id === imageId && deletedAt === undefined);
  if (!image) return;
  const input = toAnalysisImage(host, image, 'damage_detection');
  if (assessor.assess && awaitsQuality(image)) {
    const result = await assessor.assess(input, signal).catch(toErrorResult);
    await host.changes.apply(inspectionId, recordQuality(imageId, result));
  }
  if (assessor.assessCoverage && awaitsCoverage(image)) {
    const coverage = await assessor.assessCoverage(input, signal).catch((error: unknown) => ({
      compliance: toErrorResult(error),
    }));
    if (coverage) await host.changes.apply(inspectionId, recordCoverage(imageId, coverage));
  }
}

/** Records an undecodable photo (HEIC in most browsers) as the result. All other errors are retried later. */
function toErrorResult(error: unknown): ComplianceResult {
  if (!isKerbsideError(error, 'photo_invalid')) throw error;
  return { status: 'ERROR', is_compliant: null, reasons: [`OTHER--${error.message}`] };
}
