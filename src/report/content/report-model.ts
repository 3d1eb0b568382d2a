import type { PartType } from '../../domain/enums.ts';
import type { SeverityLevel } from '../../domain/records/repair-estimate.ts';
import type { Polygon } from '../../domain/records/view.ts';

/** A report as a list of blocks from top to bottom: all texts are final, nothing is laid out. Plain data. */
export interface ReportModel {
  language: string;
  title: string;
  /** ISO 8601; the creation date of the PDF. */
  createdAt: string;
  /** Left side of every page's footer. */
  footer: string;
  /** Right side of every page's footer: `{page}` and `{pages}` are replaced by numbers. */
  pageLabel: string;
  /** Shown if this device has no font for some text. */
  missingFontNote: string;
  /** The company's logo at the top of the first page, and the text in place of it. */
  logo?: { bytes: Uint8Array; description: string };
  blocks: Block[];
}

export type Block =
  | { kind: 'title'; title: string; subtitle: string; aside: string[] }
  | { kind: 'heading'; text: string; onNewPage?: boolean; isAbovePhotos?: boolean }
  | { kind: 'paragraph'; text: string; heading?: string; tone?: 'note' }
  | { kind: 'facts'; columns: FactColumn[] }
  | { kind: 'tiles'; tiles: Tile[] }
  | { kind: 'table'; columns: Column[]; rows: Row[]; foot?: Row }
  | { kind: 'legend'; items: { level: SeverityLevel; name: string; meaning: string }[] }
  | { kind: 'verdict'; outcome: string; isClean: boolean; sentences: string[] }
  | {
      kind: 'diagram';
      parts: DiagramMark[];
      /** Hatched. */
      unseen: PartType[];
      /** The state of each side, beside the drawing. */
      sides: string[];
      description: string;
    }
  | { kind: 'signature'; name: string; caption: string; description: string; path?: string }
  | { kind: 'photos'; photos: PhotoBlock[]; perRow: 1 | 2 };

export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

/** A damaged part on the drawing of the car. */
export interface DiagramMark {
  partType: PartType;
  level?: SeverityLevel;
}

export interface FactColumn {
  heading: string;
  rows: [label: string, value: string][];
}

export interface Tile {
  label: string;
  value: string;
  level?: SeverityLevel;
}

export interface Column {
  heading: string;
  /** Relative to the other columns. */
  width: number;
  align?: 'right';
  /** For hashes. */
  font?: 'small';
}

export type Row = Cell[];

export interface Cell {
  text: string;
  /** Draws the text as a chip in the colour of this severity. */
  level?: SeverityLevel;
  bold?: boolean;
}

/** A photo with its damages, in pixels of the upright original. */
export interface PhotoBlock {
  imageId: string;
  width: number;
  height: number;
  title: string;
  /** Text in place of a photo that cannot be shown. */
  missing: string;
  /** Below the damages. */
  note?: string;
  marks: Mark[];
}

/** A damage outlined on a photo. */
export interface Mark {
  /** The number of the damage in this report. Absent if only the earlier inspection has it. */
  number?: number;
  text: string;
  level?: SeverityLevel;
  rings: Polygon[];
}

/** Returns the image ids of all photos in a report, including those of the earlier inspection, without duplicates. */
export function listPhotos({ blocks }: ReportModel): string[] {
  const photos = blocks.flatMap((block) => (block.kind === 'photos' ? block.photos : []));
  return [...new Set(photos.map(({ imageId }) => imageId))];
}
