import type { Box } from '../../src/analysis/geometry/box.ts';
import type { Point } from '../../src/analysis/geometry/polygon.ts';

/**
 * The labels of one photo, as a person writes them:
 *
 * ```
 * by Ada Lovelace
 * at 2026-03-01
 * minutes 2
 * complete parts
 * hood 120 410 480 640
 * left_mirror 130 380 170 420 + 150 400 - 110 395
 * wheel 700 610 800 790 rim kerb_rash
 * ignore 0 0 90 300
 * ```
 *
 * Coordinates are thousandths of the width and of the height of the photo: x0 y0 x1 y1. Points after `+` lie in the
 * object, points after `-` beside it. Other words are facts of the object. `complete` names the lists of classes (`classes.json`) of which every visible object is labelled.
 */
export interface PhotoLabels {
  /** Who looked at the photo. */
  by: string;
  /** The day, as YYYY-MM-DD. */
  at: string;
  /** How long it took. */
  minutes?: number;
  /** Names of the class lists that are labelled exhaustively. */
  complete: string[];
  objects: LabelledObject[];
}

export interface LabelledObject {
  /** A class, or `ignore`. */
  label: string;
  /** In thousandths of the photo. */
  box: Box;
  inside: Point[];
  outside: Point[];
  /** The facts of its class that are true of the object. */
  facts: string[];
}

/** The labels that may be used. */
export interface LabelNames {
  classes: ReadonlySet<string>;
  /** The facts of each class that has some. */
  facts: Readonly<Record<string, readonly string[]>>;
}

/** An error in a label file, with its line. */
export class LabelFileError extends Error {
  override readonly name = 'LabelFileError';
}

/**
 * Reads a label file.
 *
 * @param text - Its content.
 * @param names - The names that may be used.
 * @throws LabelFileError with the number of the line that cannot be read
 */
export function parseLabelFile(text: string, names: LabelNames): PhotoLabels {
  const labels: PhotoLabels = { by: '', at: '', complete: [], objects: [] };
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/#.*/, '').trim();
    if (line === '') continue;
    const [word = '', ...rest] = line.split(/\s+/);
    const fail = (problem: string) => new LabelFileError(`Line ${index + 1}: ${problem} (${line})`);
    if (word === 'by') labels.by = rest.join(' ');
    else if (word === 'at') labels.at = rest[0] ?? '';
    else if (word === 'minutes') labels.minutes = Number(rest[0]);
    else if (word === 'complete') labels.complete.push(...rest);
    else if (word !== 'ignore' && !names.classes.has(word)) throw fail(`${word} is no class`);
    else labels.objects.push(parseObject(word, rest, names.facts[word] ?? [], fail));
  }
  if (!labels.by || !/^\d{4}-\d{2}-\d{2}$/.test(labels.at))
    throw new LabelFileError(
      'The file must say who looked at the photo and when: "by <name>", "at <YYYY-MM-DD>"',
    );
  return labels;
}

function parseObject(
  label: string,
  words: readonly string[],
  facts: readonly string[],
  fail: (problem: string) => Error,
): LabelledObject {
  const [x0, y0, x1, y1, ...rest] = words;
  const [left, top, right, bottom] = [x0, y0, x1, y1].map(Number);
  if (![left, top, right, bottom].every(isCoordinate)) throw fail('expected x0 y0 x1 y1 from 0 to 1000');
  const box = { x0: left as number, y0: top as number, x1: right as number, y1: bottom as number };
  if (box.x0 >= box.x1 || box.y0 >= box.y1) throw fail('x0 must be less than x1, and y0 less than y1');
  const object: LabelledObject = { label, box, inside: [], outside: [], facts: [] };
  let target: Point[] | undefined;
  for (let index = 0; index < rest.length; index += 1) {
    if (rest[index] === '+' || rest[index] === '-') {
      target = rest[index] === '+' ? object.inside : object.outside;
      continue;
    }
    const word = rest[index] as string;
    if (facts.includes(word)) {
      object.facts.push(word);
      continue;
    }
    const [x, y] = [Number(rest[index]), Number(rest[index + 1])];
    if (!target || !isCoordinate(x) || !isCoordinate(y))
      throw fail(`expected points as "+ x y" or "- x y", or one of the facts: ${facts.join(', ') || 'none'}`);
    target.push([x, y]);
    index += 1;
  }
  return object;
}

function isCoordinate(value: number | undefined): boolean {
  return value !== undefined && value >= 0 && value <= 1000;
}
