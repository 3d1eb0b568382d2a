/** The figures that `npm run eval -- --json` prints, as far as they are compared. */
export interface EvalFigures {
  images: number;
  mAP50: number;
  perType: Record<string, { AP50?: number; boxes?: number }>;
}

/** Formats the figures of the validation photos before and after fine-tuning, one row per type. */
export function compareFigures(before: EvalFigures, after: EvalFigures): string {
  const types = Object.keys(after.perType);
  const rows = [
    ['AP50 on validation photos', 'before', 'after'],
    ...types.map((type) => [type, percent(before.perType[type]?.AP50), percent(after.perType[type]?.AP50)]),
    ['mean of all types', percent(before.mAP50), percent(after.mAP50)],
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows
    .map(([name = '', ...figures]) =>
      [name.padEnd(width), ...figures.map((text) => text.padStart(7))].join(' '),
    )
    .join('\n');
}

function percent(value: number | undefined): string {
  return value === undefined ? '–' : (100 * value).toFixed(1);
}
