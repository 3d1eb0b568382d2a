import type { SeverityLevel } from '../../domain/repair-estimate.ts';
import type { Polygon } from '../../domain/view.ts';

/** A report as a list of blocks, one below the other: all texts worded, nothing laid out. Plain data. */
export interface ReportModel {
  language: string;
  title: string;
  /** ISO 8601; the PDF's own dates. */
  createdAt: string;
  /** Left on every page's foot. */
  footer: string;
  /** Right on every page's foot: `{page}` and `{pages}` stand for the numbers. */
  pageLabel: string;
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
  | { kind: 'photos'; photos: PhotoBlock[]; perRow: 1 | 2 };

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
  /** Share of the width. */
  width: number;
  align?: 'right';
  font?: 'mono';
}

export type Row = Cell[];

export interface Cell {
  text: string;
  /** Shown as a chip of this severity's colour. */
  level?: SeverityLevel;
  bold?: boolean;
}

/** A photo with what was seen on it, in pixels of the upright original. */
export interface PhotoBlock {
  imageId: string;
  width: number;
  height: number;
  title: string;
  /** Shown in its place where there is no picture. */
  missing: string;
  marks: Mark[];
}

export interface Mark {
  /** The damage's number in this report. */
  number: number;
  text: string;
  level?: SeverityLevel;
  rings: Polygon[];
}
