import type { ImageText } from '../../../src/analysis/results/text-results.ts';

/** The one text that an image of its type is judged by. */
export function readOf({ content, vehicle }: ImageText): string {
  const { fields } = content;
  const text = typeof fields === 'object' && fields !== null && 'text' in fields ? fields.text : undefined;
  return vehicle.vin ?? vehicle.plate ?? (typeof text === 'string' ? text : '');
}
