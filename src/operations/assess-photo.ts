import type { ComplianceResult } from '../domain/records/image.ts';
import type { Analyzer } from '../domain/task/analyzer.ts';
import { isKerbsideError } from '../errors.ts';
import { awaitsCoverage, awaitsQuality, recordCoverage, recordQuality } from '../rules/compliances.ts';
import type { ImageRecord } from '../rules/state.ts';
import { isStoreFailure, type WorkDescription } from './background-work.ts';
import type { Host } from './host.ts';
import { loadInspection } from './load-inspection.ts';
import { toAnalysisImage } from './stored-photo.ts';

/** The part of an analyzer that assesses photos. */
type PhotoAssessor = Pick<Analyzer, 'assess' | 'assessCoverage'>;

interface AddedPhoto {
  inspectionId: string;
  imageId: string;
}

/**
 * Assesses the quality and coverage of each photo as soon as it is added, so that the user can retake it while the car is
 * still there. A photo that cannot be assessed keeps no result.
 */
export function describePhotoAssessments(host: Host, assessor: PhotoAssessor): WorkDescription<AddedPhoto> {
  const needsAssessment = (image: ImageRecord) =>
    (assessor.assess && awaitsQuality(image)) || (assessor.assessCoverage && awaitsCoverage(image));
  return {
    key: ({ imageId }) => `quality:${imageId}`,
    onEvent: (event) => (event.type === 'image.added' ? event : undefined),
    find: ({ inspection: { id: inspectionId }, images }) =>
      images.filter(needsAssessment).map(({ id: imageId }) => ({ inspectionId, imageId })),
    run: (photo, signal) =>
      assessPhoto(host, assessor, { ...photo, signal }).catch((error: unknown) => {
        if (!isKerbsideError(error) || isStoreFailure(error)) throw error;
      }),
  };
}

/** Makes the missing assessments of one photo. Does nothing if the image was deleted. */
export async function assessPhoto(
  host: Host,
  assessor: PhotoAssessor,
  { inspectionId, imageId, signal }: AddedPhoto & { signal: AbortSignal },
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
