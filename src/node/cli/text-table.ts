import type { Entities } from '../../domain/entities.ts';
import { formatPercent } from './damage-table.ts';
import { toSingleLine, truncatePath } from './terminal-text.ts';

const LONGEST_NAME = 40;

/** What a person reads: each photo with its lines, and below what they say of the vehicle. */
export function formatTextTable(
  entities: Entities,
  photos: readonly { path: string; imageId: string }[],
): string {
  const documents = Object.values(entities.documents);
  const pages = photos.flatMap(({ path, imageId }) => {
    const name = truncatePath(toSingleLine(path), LONGEST_NAME);
    const read = documents.filter((document) => document.imageId === imageId);
    return read.map(({ type, content }) => {
      const lines = linesOf(content.lines);
      const written = lines.map(
        ({ text, confidence }) => `  ${toSingleLine(text)}  ${formatPercent(confidence)}`,
      );
      return [`${name} (${type})`, ...(written.length > 0 ? written : ['  nothing found'])].join('\n');
    });
  });
  return [...pages, ...vehicleLine(entities)].join('\n\n');
}

function vehicleLine({ vehicles }: Entities): string[] {
  const [vehicle] = Object.values(vehicles);
  if (!vehicle) return [];
  const { plate, vin, mileage } = vehicle;
  const facts = [
    ...(vin ? [`VIN ${vin}`] : []),
    ...(plate ? [`plate ${plate}`] : []),
    ...(mileage ? [`${mileage.value} ${mileage.unit}`] : []),
  ];
  return facts.length > 0 ? [`Vehicle: ${facts.join(', ')}`] : [];
}

function linesOf(value: unknown): { text: string; confidence: number }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((line) => {
    const { text, confidence } = (line ?? {}) as Record<string, unknown>;
    return typeof text === 'string' && typeof confidence === 'number' ? [{ text, confidence }] : [];
  });
}
