import type { Entities } from '../../domain/records/entities.ts';
import type { BoundingBox, View } from '../../domain/records/view.ts';
import type { Predicted, WheelAnalysis } from '../../domain/records/wheel-analysis.ts';
import { formatColumns, toSingleLine, truncatePath } from './terminal.ts';

/** A photo of the command line with its image. */
type Photo = { path: string; imageId: string };

const MAX_NAME_LENGTH = 40;

function formatName(path: string): string {
  return truncatePath(toSingleLine(path), MAX_NAME_LENGTH);
}

/** Formats the rows of each photo. The name of the photo is in its first row. */
function formatRows(
  headings: readonly string[],
  photos: readonly Photo[],
  listRows: (imageId: string) => string[][],
): string {
  const rows = photos.flatMap(({ path, imageId }) => {
    const [first = ['none found'], ...others] = listRows(imageId);
    return [[formatName(path), ...first], ...others.map((cells) => ['', ...cells])];
  });
  return formatColumns([headings, ...rows]);
}

const DAMAGE_HEADINGS = ['photo', 'damage', 'part', 'confidence', 'box (x, y, width × height)'];

/** Formats one line per view of a damage: by photo, the most confident first. */
export function formatDamageTable(entities: Entities, photos: readonly Photo[]): string {
  const listRows = (imageId: string) =>
    listDamageViews(entities, imageId).map((view) => toDamageCells(view, entities));
  return formatRows(DAMAGE_HEADINGS, photos, listRows);
}

/** Returns the views of damages on an image, the most confident first. */
export function listDamageViews({ views, damages }: Entities, imageId: string): View[] {
  return Object.values(views)
    .filter((view) => view.imageId === imageId && view.damageId in damages)
    .sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0));
}

export function formatPercent(confidence: number | undefined): string {
  return confidence === undefined ? '' : `${Math.round(confidence * 100)} %`;
}

function toDamageCells(view: View, { damages }: Entities): string[] {
  const damage = damages[view.damageId];
  const part = damage?.partType === 'ignore' ? 'unknown' : (damage?.partType ?? '');
  return [
    damage?.damageType ?? '',
    part,
    formatPercent(view.confidence).padStart(10),
    formatBox(view.boundingBox),
  ];
}

function formatBox({ xmin, ymin, width, height }: BoundingBox): string {
  const [x, y, w, h] = [xmin, ymin, width, height].map((value) => String(Math.round(value)));
  return `${x}, ${y}, ${w} × ${h}`;
}

const WHEEL_HEADINGS = [
  'photo',
  'wheel',
  'covering',
  'rim',
  'material',
  'rim aspect',
  'hubcap',
  'hubcap aspect',
];

/** Formats one line per wheel, by photo. */
export function formatWheelTable({ wheelAnalysis }: Entities, photos: readonly Photo[]): string {
  const wheels = Object.values(wheelAnalysis);
  const listRows = (imageId: string) => wheels.filter((wheel) => wheel.imageId === imageId).map(toWheelCells);
  return formatRows(WHEEL_HEADINGS, photos, listRows);
}

function toWheelCells(wheel: WheelAnalysis): string[] {
  const predictions = [
    wheel.hubcapOverRim,
    wheel.rimCondition,
    wheel.rimMaterial,
    wheel.rimVisualAspect,
    wheel.hubcapCondition,
    wheel.hubcapVisualAspect,
  ];
  return [wheel.wheelName ?? 'unknown', ...predictions.map(formatPrediction)];
}

/** Returns an empty text if the property does not apply to the wheel. */
function formatPrediction({ prediction, confidence }: Predicted<string>): string {
  if (prediction === 'NOT_APPLICABLE') return '';
  if (prediction === 'UNKNOWN') return 'unknown';
  return `${prediction.toLowerCase().replaceAll('_', ' ')} ${formatPercent(confidence)}`;
}

/** Formats each photo with its lines of text, then the vehicle's data that was read from them. */
export function formatTextTable(entities: Entities, photos: readonly Photo[]): string {
  const documents = Object.values(entities.documents);
  const pages = photos.flatMap(({ path, imageId }) => {
    const name = formatName(path);
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
