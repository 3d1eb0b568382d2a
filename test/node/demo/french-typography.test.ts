import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FILES = ['demo/locales/fr.ts', 'src/elements/locales/fr.ts', 'src/elements/locales/error-messages.ts'];

test.each(FILES)('%s has a no-break space before ; : ? and !', (file) => {
  const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const texts = [...source.matchAll(/'([^'\n]*)'/g)].map(([, text = '']) => text);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => / [;:?!]/.test(text))).toEqual([]);
});
