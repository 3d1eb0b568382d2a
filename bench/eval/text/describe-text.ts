import { table } from '../../lib/table.ts';
import { percent, percentWithin } from '../format.ts';
import type { Interval } from '../resample.ts';
import type { TextFigures } from './text-figures.ts';

export interface GroupFigures extends TextFigures {
  exactInterval: Interval;
}

export interface TextSummary extends GroupFigures {
  /** Pictures that are missing or not pictures. They count in no figure. */
  leftOut: number;
  medianMilliseconds: number;
  imagesPerSecond: number;
  byType: Record<string, GroupFigures>;
  /** With the labels corrected that are known to be wrong. */
  corrected?: GroupFigures & { labels: number };
  /** By category of the source, if it has any. */
  byKind?: Record<string, GroupFigures>;
}

/** Formats the figures as tables: accuracy by image type and category, reliability, speed. */
export function describeText(summary: TextSummary): string {
  const { leftOut, medianMilliseconds, imagesPerSecond, byType, byKind = {}, corrected } = summary;
  const groups = Object.entries({ ...byType, ...byKind });
  return [
    table(
      [
        '',
        'pictures',
        'exact',
        'character errors',
        'nothing read',
        'sure',
        'exact of these',
        'calibration error',
      ],
      groups.map(([name, figures]) => [
        name,
        String(figures.images),
        percentWithin(figures.exact, figures.exactInterval),
        percent(figures.characterErrorRate),
        percent(figures.nothingFound),
        String(figures.sure.images),
        percent(figures.sure.exact),
        percent(figures.calibrationError),
      ]),
    ),
    '',
    table(
      ['reliability', 'from', 'pictures', 'confidence', 'exact'],
      Object.entries(byType).flatMap(([name, { reliability }]) =>
        reliability.map(({ from, images, confidence, exact }) => [
          name,
          percent(from),
          String(images),
          percent(confidence),
          percent(exact),
        ]),
      ),
    ),
    ...(corrected ? ['', describeCorrected(corrected)] : []),
    '',
    `${imagesPerSecond.toFixed(2)} pictures per second, ${Math.round(medianMilliseconds)} ms for the median picture` +
      (leftOut > 0 ? `; ${leftOut} pictures could not be opened` : ''),
  ].join('\n');
}

function describeCorrected({
  labels,
  exact,
  exactInterval,
  sure,
}: GroupFigures & { labels: number }): string {
  return `with ${labels} wrong labels corrected: ${percentWithin(exact, exactInterval)} exact, ${percent(sure.exact)} of the ${sure.images} sure ones`;
}
