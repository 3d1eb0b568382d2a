import { COMPLIANCE_REASONS, type Image } from 'kerbside';
import type { AppMessages } from '../locales/en.ts';

export interface Quality {
  verdict: 'good' | 'bad' | 'checking' | 'unknown';
  text: string;
}

/**
 * Returns the quality assessment and the coverage of a photo as text. A photo that this browser cannot decode is never
 * assessed. Coverage is assessed only if there is a model for it.
 */
export function getPhotoQuality({ compliances }: Image, messages: AppMessages): Quality {
  const { image_quality_assessment: quality, coverage_360: coverage } = compliances;
  if (quality?.status === 'ERROR') return { verdict: 'unknown', text: messages.capture.notAssessable };
  if (quality?.status !== 'DONE' || quality.is_compliant === null) {
    return { verdict: 'checking', text: messages.capture.unchecked };
  }
  const reasons = [quality, coverage].flatMap((check) =>
    check?.is_compliant === false ? check.reasons : [],
  );
  if (reasons.length === 0) return { verdict: 'good', text: messages.capture.good };
  return { verdict: 'bad', text: reasons.map((reason) => describeReason(reason, messages)).join(' ') };
}

/** `BLURRINESS--the photo is blurry`: returns the app's message for the code, else the text after it. */
function describeReason(reason: string, messages: AppMessages): string {
  const [code, text] = reason.split('--');
  const knownCode = COMPLIANCE_REASONS.find((one) => one === code);
  return (knownCode && messages.quality[knownCode]) ?? text ?? reason;
}
