import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FILES = [
  'demo/locales/fr.ts',
  'demo/fleet/messages.ts',
  'src/elements/locales/fr.ts',
  'src/elements/locales/error-messages.ts',
  'src/guide/guide-texts.ts',
];

test.each(FILES)('%s has a no-break space before ; : ? and !, also around what a text inserts', (file) => {
  const texts = listTexts(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => / [;:?!]/.test(text))).toEqual([]);
});

/** Returns the texts of all literals. What a template inserts is left out; its own texts are listed too. */
function listTexts(source: string): string[] {
  const texts: string[] = [];
  const take = (_literal: string, text: string) => {
    texts.push(text);
    return '0';
  };
  let rest = source.replace(/'([^'\n]*)'/g, take);
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\$\{[^{}`]*\}/g, '…').replace(/`([^`$\n]*)`/g, take);
  }
  return texts;
}
