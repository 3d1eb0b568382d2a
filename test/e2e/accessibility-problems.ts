import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result depends on the language or the color scheme. The others depend only on the structure. */
export const TEXT_AND_COLOR_RULES = [
  'color-contrast',
  'link-in-text-block',
  'button-name',
  'link-name',
  'label',
  'select-name',
  'image-alt',
  'role-img-alt',
  'svg-img-alt',
  'summary-name',
  'aria-command-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'document-title',
  'html-has-lang',
  'html-lang-valid',
  'valid-lang',
];

/** Returns descriptions of the serious and critical axe violations of these rules, by default of all. */
export async function findAccessibilityProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { axe: tool } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await tool.run(document, {
      resultTypes: ['violations'],
      preload: false,
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
  }, rules);
}
