import type { Analyzer } from '../domain/analyzer.ts';
import type { ComplianceResult } from '../domain/image.ts';
import { isKerbsideError } from '../errors.ts';
import { awaitsCoverage, recordCoverage } from '../rules/coverage.ts';
import { awaitsQuality, recordQuality } from '../rules/quality.ts';
import type { ImageRecord } from '../rules/state.ts';
import { analysisImage } from './analysis-image.ts';
import { type Host, loadInspection } from './host.ts';

/** What judges photos: an analyzer, as far as it can. */
export type PhotoJudge = Pick<Analyzer, 'assess' | 'assessCoverage'>;

/** Whether a verdict is missing that this judge could give. */
export function awaitsVerdict(image: ImageRecord, { assess, assessCoverage }: PhotoJudge): boolean {
  return (
    (assess !== undefined && awaitsQuality(image)) || (assessCoverage !== undefined && awaitsCoverage(image))
  );
}

/** Gives one photo the verdicts that it has not got, if it is still there. */
export async function judgePhoto(
  host: Host,
  judge: PhotoJudge,
  { inspectionId, imageId, signal }: { inspectionId: string; imageId: string; signal: AbortSignal },
): Promise<void> {
  const { images } = await loadInspection(host, inspectionId);
  const image = images.find(({ id, deletedAt }) => id === imageId && deletedAt === undefined);
  if (!image) return;
  const asked = analysisImage(host, image, 'damage_detection');
  if (judge.assess && awaitsQuality(image)) {
    const result = await judge.assess(asked, signal).catch(unjudged);
    await host.changes.apply(inspectionId, recordQuality(imageId, result));
  }
  if (judge.assessCoverage && awaitsCoverage(image)) {
    const coverage = await judge.assessCoverage(asked, signal).catch((error: unknown) => ({
      compliance: unjudged(error),
    }));
    if (coverage) await host.changes.apply(inspectionId, recordCoverage(imageId, coverage));
  }
}

/** A photo that can't be decoded here (HEIC in most browsers) gets that as its verdict; all else is tried again later. */
function unjudged(error: unknown): ComplianceResult {
  if (!isKerbsideError(error, 'photo_invalid')) throw error;
  return { status: 'ERROR', is_compliant: null, reasons: [`OTHER--${error.message}`] };
}
