import type { Entities } from '../../domain/entities.ts';
import type { BoundingBox, View } from '../../domain/view.ts';
import { formatColumns, toSingleLine, truncatePath } from './terminal-text.ts';

const HEADINGS = ['photo', 'damage', 'part', 'confidence', 'box (x, y, width × height)'];
const MAX_NAME_LENGTH = 40;

/** Formats one line per view of a damage: by photo, the most confident first. */
export function formatDamageTable(
  entities: Entities,
  photos: readonly { path: string; imageId: string }[],
): string {
  const rows = photos.flatMap(({ path, imageId }) => {
    const name = truncatePath(toSingleLine(path), MAX_NAME_LENGTH);
    const views = listDamageViews(entities, imageId);
    return views.length === 0
      ? [[name, 'none found', '', '', '']]
      : views.map((view, index) => [index === 0 ? name : '', ...formatCells(view, entities)]);
  });
  return formatColumns([HEADINGS, ...rows]);
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

function formatCells(view: View, { damages }: Entities): string[] {
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
