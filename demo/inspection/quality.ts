import { COMPLIANCE_REASONS, type Image } from 'kerbside';
import type { AppWords } from '../words/en.ts';

export interface Quality {
  verdict: 'good' | 'bad' | 'checking' | 'unknown';
  text: string;
}

/**
 * How good a photo is, and whether it shows the vehicle as it should, in words. A photo that this browser can not
 * read is never judged; how it shows the vehicle is judged where there is a model for that, and else passed over.
 */
export function qualityOf({ compliances }: Image, words: AppWords): Quality {
  const { image_quality_assessment: quality, coverage_360: coverage } = compliances;
  if (quality?.status === 'ERROR') return { verdict: 'unknown', text: words.capture.unjudged };
  if (quality?.status !== 'DONE' || quality.is_compliant === null) {
    return { verdict: 'checking', text: words.capture.unchecked };
  }
  const reasons = [quality, coverage].flatMap((check) =>
    check?.is_compliant === false ? check.reasons : [],
  );
  if (reasons.length === 0) return { verdict: 'good', text: words.capture.good };
  return { verdict: 'bad', text: reasons.map((reason) => reasonIn(reason, words)).join(' ') };
}

/** `BLURRINESS--the photo is blurry`: in our words where we have some, else in the service's own. */
function reasonIn(reason: string, words: AppWords): string {
  const [code, text] = reason.split('--');
  const known = COMPLIANCE_REASONS.find((one) => one === code);
  return (known && words.quality[known]) ?? text ?? reason;
}
