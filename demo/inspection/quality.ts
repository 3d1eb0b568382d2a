import { COMPLIANCE_REASONS, type Image } from 'kerbside';
import type { AppWords } from '../words/en.ts';

export interface Quality {
  verdict: 'good' | 'bad' | 'checking';
  text: string;
}

/** How good a photo is, in words. A photo that this browser can not read is never judged. */
export function qualityOf({ compliances }: Image, words: AppWords): Quality {
  const check = compliances.image_quality_assessment;
  if (check?.status !== 'DONE' || check.is_compliant === null) {
    return { verdict: 'checking', text: words.capture.unchecked };
  }
  if (check.is_compliant) return { verdict: 'good', text: words.capture.good };
  return { verdict: 'bad', text: check.reasons.map((reason) => reasonIn(reason, words)).join(' ') };
}

/** `BLURRINESS--the photo is blurry`: in our words where we have some, else in the service's own. */
function reasonIn(reason: string, words: AppWords): string {
  const [code, text] = reason.split('--');
  const known = COMPLIANCE_REASONS.find((one) => one === code);
  return (known && words.quality[known]) ?? text ?? reason;
}
