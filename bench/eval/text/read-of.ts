import type { ImageText } from '../../../src/analysis/results/text-results.ts';

/** Returns the text that is scored for an image of its type. */
export function getReadText({ content, vehicle }: ImageText): string {
  const { fields } = content;
  const text = typeof fields === 'object' && fields !== null && 'text' in fields ? fields.text : undefined;
  return vehicle.vin ?? vehicle.plate ?? (typeof text === 'string' ? text : '');
}
