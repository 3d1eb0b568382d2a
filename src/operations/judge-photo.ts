import { isKerbsideError } from '../errors.ts';
import type { Analyzer } from '../service/analyzer.ts';
import { awaitsQuality, recordQuality } from '../service/quality.ts';
import type { ComplianceResult } from '../spec/image.ts';
import { type Host, loadInspection } from './host.ts';
import { verifiedPhoto } from './images.ts';

/** Gives one photo its verdict, if it is still there and has none. */
export async function judgePhoto(
  host: Host,
  assess: NonNullable<Analyzer['assess']>,
  { inspectionId, imageId, signal }: { inspectionId: string; imageId: string; signal: AbortSignal },
): Promise<void> {
  const { images } = await loadInspection(host, inspectionId);
  const image = images.find(({ id, deletedAt }) => id === imageId && deletedAt === undefined);
  if (!image || !awaitsQuality(image)) return;
  const { bytes } = await verifiedPhoto(host, imageId);
  const result = await assess(bytes, signal).catch(unjudged);
  await host.changes.apply(inspectionId, recordQuality(imageId, result));
}

/** A photo that can't be decoded here (HEIC in most browsers) gets that as its verdict; all else is tried again later. */
function unjudged(error: unknown): ComplianceResult {
  if (!isKerbsideError(error, 'photo_invalid')) throw error;
  return { status: 'ERROR', is_compliant: null, reasons: [`OTHER--${error.message}`] };
}
