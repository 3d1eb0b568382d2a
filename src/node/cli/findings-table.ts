import type { Entities } from '../../domain/entities.ts';
import type { BoundingBox, View } from '../../domain/view.ts';
import { columns } from './columns.ts';
import { oneLine, shortened } from './one-line.ts';

const HEADINGS = ['photo', 'damage', 'part', 'confidence', 'box (x, y, width × height)'];
const LONGEST_NAME = 40;

/** What a person reads: a line for each place where a damage was seen, photo by photo, the surest first. */
export function findingsTable(
  entities: Entities,
  photos: readonly { path: string; imageId: string }[],
): string {
  const rows = photos.flatMap(({ path, imageId }) => {
    const name = shortened(oneLine(path), LONGEST_NAME);
    const views = viewsOf(entities, imageId);
    return views.length === 0
      ? [[name, 'none found', '', '', '']]
      : views.map((view, index) => [index === 0 ? name : '', ...cells(view, entities)]);
  });
  return columns([HEADINGS, ...rows]);
}

/** The views of damages on an image, the surest first. */
export function viewsOf({ views, damages }: Entities, imageId: string): View[] {
  return Object.values(views)
    .filter((view) => view.imageId === imageId && view.damageId in damages)
    .sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0));
}

export function percent(confidence: number | undefined): string {
  return confidence === undefined ? '' : `${Math.round(confidence * 100)} %`;
}

function cells(view: View, { damages }: Entities): string[] {
  const damage = damages[view.damageId];
  const part = damage?.partType === 'ignore' ? 'not told' : (damage?.partType ?? '');
  return [damage?.damageType ?? '', part, percent(view.confidence).padStart(10), box(view.boundingBox)];
}

function box({ xmin, ymin, width, height }: BoundingBox): string {
  const [x, y, w, h] = [xmin, ymin, width, height].map((value) => String(Math.round(value)));
  return `${x}, ${y}, ${w} × ${h}`;
}
