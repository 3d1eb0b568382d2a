import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { REVIEW_THRESHOLD } from './estimate-repairs.ts';
import { OPERATION_RULES, REPAIR_HOURS, REPLACE_HOURS, WHEEL_PAINT_HOURS } from './operation-rules.ts';
import { RULES_VERSION, SEVERITY_RULES, SIZE_THRESHOLDS } from './severity-rules.ts';

const doc = readFile(new URL('../../../docs/estimate.md', import.meta.url), 'utf8');

it('docs/estimate.md lists every severity and operation rule', async () => {
  const rows = Object.entries(SEVERITY_RULES).map(([type, { small, medium, large, many }]) => {
    const operations = OPERATION_RULES[type as keyof typeof OPERATION_RULES];
    const names = operations && [operations[1], operations[2], operations[3]].join(' | ');
    return `| ${type} | ${small} | ${medium} | ${large} | ${many} | ${names} |`;
  });
  for (const row of rows) expect(await doc).toContain(row);
  expect((await doc).match(/^\| [a-z_]+ (\| \d ){4}\|/gm)).toHaveLength(rows.length);
});

it('docs/estimate.md lists the labour hours', async () => {
  for (const [name, byLevel] of Object.entries(REPAIR_HOURS)) {
    const cells = ([1, 2, 3] as const).map((level) => `${byLevel[level].body} + ${byLevel[level].paint}`);
    expect(await doc).toContain(`| ${name} | ${cells.join(' | ')} |`);
  }
  const wheel = ([1, 2, 3] as const).map((level) => WHEEL_PAINT_HOURS[level]);
  const cells = wheel.map(({ body, fitting, paint }) => `${body + fitting} + ${paint}`);
  expect(await doc).toContain(`| paint, on a wheel | ${cells.join(' | ')} |`);
  for (const [material, { body, fitting, paint }] of Object.entries(REPLACE_HOURS)) {
    expect(await doc).toContain(`| ${material} | ${body + fitting} + ${paint} |`);
  }
});

it('docs/estimate.md states the thresholds and the version', async () => {
  expect(await doc).toContain(`from ${SIZE_THRESHOLDS.medium * 100} % of its part`);
  expect(await doc).toContain(`from ${SIZE_THRESHOLDS.large * 100} %`);
  for (const [type, { sizes }] of Object.entries(SEVERITY_RULES))
    if (sizes)
      expect(await doc).toContain(
        `${type} is of medium size from ${sizes.medium * 100} %, large from ${sizes.large * 100} %`,
      );
  expect(await doc).toContain(`confidence of ${REVIEW_THRESHOLD}`);
  expect(await doc).toContain(`Version ${RULES_VERSION}`);
});
