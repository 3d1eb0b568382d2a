import type { Image } from 'kerbside';
import { words } from './format.ts';

export interface Quality {
  verdict: 'good' | 'bad' | 'unknown';
  text: string;
}

/** How good a photo is, in words. A photo that this browser can not read is never judged. */
export function qualityOf({ compliances }: Image): Quality {
  const check = compliances.image_quality_assessment;
  if (check?.status !== 'DONE' || check.is_compliant === null) {
    return { verdict: 'unknown', text: 'Quality not checked yet' };
  }
  if (check.is_compliant) return { verdict: 'good', text: 'Good photo' };
  const reasons = check.reasons.map((reason) => words(reason.replace(/^[A-Z_]+--/, '')));
  return { verdict: 'bad', text: `${reasons.join('. ')}.` };
}
