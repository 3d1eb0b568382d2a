import { SEVERITY_RULES } from '../../../src/analysis/estimate/severity-rules.ts';
import type { DamageType } from '../../../src/domain/enums.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { table } from '../../lib/table.ts';
import type { EvalArguments } from '../arguments.ts';
import { percent, percentWithin } from '../format.ts';
import { photoKey, readRecords } from '../records.ts';
import { resampleFigure } from '../resample.ts';
import { selectRecords } from '../select-records.ts';
import { fitSizes, type SeverityFigures, SHIPPED_RULE, severityFigures } from './severity-figures.ts';
import { type GradedDamage, readGradedDamages } from './severity-records.ts';

/** With fewer damages of a type, figures of it say nothing. */
const ENOUGH = 20;

/** Prints how often the estimate's severity of a single damage is that of its source. */
export async function evaluateSeverity(options: EvalArguments): Promise<void> {
  const [records, parts] = await Promise.all([readRecords(options.data), readRecords(options.parts)]);
  const partsOf = new Map(parts.map((record) => [photoKey(record), record]));
  const damages = selectRecords(records, options).flatMap((record) =>
    readGradedDamages(record, partsOf.get(photoKey(record))),
  );
  if (damages.length === 0) throw new Error('No graded damages there (check --data, --split and --set).');
  const types = [...new Set(damages.map(({ damageType }) => damageType))].filter(
    (type) => damages.filter(({ damageType }) => damageType === type).length >= ENOUGH,
  );
  const groups = [
    ...types.map((type) => ({ name: type, some: damages.filter(({ damageType }) => damageType === type) })),
    { name: 'all', some: damages.filter(({ damageType }) => SEVERITY_RULES[damageType]) },
  ];
  const results = groups.map(({ name, some }) => ({
    name,
    ...severityFigures(some, SHIPPED_RULE),
    intervals: intervals(some),
  }));
  const fitted = types.map((type) => ({ type, ...fitSizes(damages, type) }));
  console.log(options.json ? JSON.stringify({ results, fitted }) : describe(results, fitted));
}

type Result = SeverityFigures & { name: string; intervals: ReturnType<typeof intervals> };

function intervals(damages: readonly GradedDamage[]) {
  const names = [...new Set(damages.map(({ photo }) => photo))];
  const photos = names.map((name) => damages.filter(({ photo }) => photo === name));
  const of = (figure: 'accuracy' | 'kappa') =>
    resampleFigure(photos, (drawn) => severityFigures(drawn.flat(), SHIPPED_RULE)[figure], seededRandom(1));
  return { accuracy: of('accuracy'), kappa: of('kappa') };
}

function describe(
  results: readonly Result[],
  fitted: readonly { type: DamageType; medium: number; large: number }[],
): string {
  const rows = results.map(({ name, damages, accuracy, balanced, error, kappa, intervals: around }) => [
    name,
    String(damages),
    percentWithin(accuracy, around.accuracy),
    percent(balanced),
    error.toFixed(2),
    `${kappa.toFixed(2)} (${around.kappa.map((value) => value.toFixed(2)).join('–')})`,
  ]);
  return [
    table(['type', 'damages', 'right', 'balanced', 'levels off', 'kappa'], rows),
    '',
    table(
      ['fits these best', 'medium from', 'large from'],
      fitted.map(({ type, medium, large }) => [type, ...[medium, large].map((size) => `${percent(size)} %`)]),
    ),
  ].join('\n');
}
