import type { Entities } from '../../domain/entities.ts';
import { formatPercent } from './damage-table.ts';
import { toSingleLine, truncatePath } from './terminal-text.ts';

const MAX_NAME_LENGTH = 40;

/** Formats each photo with its lines of text, then the vehicle's data that was read from them. */
export function formatTextTable(
  entities: Entities,
  photos: readonly { path: string; imageId: string }[],
): string {
  const documents = Object.values(entities.documents);
  const pages = photos.flatMap(({ path, imageId }) => {
    const name = truncatePath(toSingleLine(path), MAX_NAME_LENGTH);
    const photoDocuments = documents.filter((document) => document.imageId === imageId);
    return photoDocuments.map(({ type, content }) => {
      const lines = parseLines(content.lines);
      const rows = lines.map(
        ({ text, confidence }) => `  ${toSingleLine(text)}  ${formatPercent(confidence)}`,
      );
      return [`${name} (${type})`, ...(rows.length > 0 ? rows : ['  nothing found'])].join('\n');
    });
  });
  return [...pages, ...formatVehicle(entities)].join('\n\n');
}

function formatVehicle({ vehicles }: Entities): string[] {
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

function parseLines(value: unknown): { text: string; confidence: number }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((line) => {
    const { text, confidence } = (line ?? {}) as Record<string, unknown>;
    return typeof text === 'string' && typeof confidence === 'number' ? [{ text, confidence }] : [];
  });
}
