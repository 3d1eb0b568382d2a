import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { paintText } from '../../../src/node/report/paint-text.ts';
import type { Block } from '../../../src/report/content/report-model.ts';
import { buildPdf } from '../../../src/report/layout/build-pdf.ts';
import type { PaintText } from '../../../src/report/text/picture.ts';
import { pdfText } from '../../fixtures/pdf-text.ts';

const MODEL = {
  language: 'en',
  title: 'Text',
  createdAt: '2026-11-15T12:00:00Z',
  footer: '',
  pageLabel: '',
  missingFontNote: 'No font for some characters.',
};
const NAME = 'Żółć Παπαδόπουλος Иван 山田 علي';

function printLines(texts: readonly string[], paint: PaintText = paintText): Promise<Uint8Array> {
  const blocks = texts.map((text): Block => ({ kind: 'paragraph', text }));
  return buildPdf({ ...MODEL, blocks }, {}, paint);
}

/** A machine with fonts for everything: each character is a bar. */
const paintBars: PaintText = async (text) => {
  const [width, height] = [Math.ceil((text.length * 1.5 + 2) * 96), 288];
  const data = new Uint8Array(width * height * 4);
  const bar = 20 + ((text.codePointAt(0) ?? 0) % 100);
  for (let y = 120; y < 180; y += 1) data.fill(255, (y * width + 100) * 4, (y * width + 100 + bar) * 4);
  return { width, height, data };
};

/** Characters of the scripts that the fonts have, as they are assigned. */
const LETTERS = Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code)).filter(
  (char) =>
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(char) && char.normalize('NFC') === char,
);

test('names of five scripts are printed as they are', async () => {
  expect(await pdfText(await printLines([NAME, 'ŁÓ 1'], paintBars))).toContain(`${NAME}\nŁÓ 1`);
});

test('a character that this machine has no font for is shown as its number, with a note', async () => {
  const painted: PaintText = (text) => paintBars(/\p{Script=Han}/u.test(text) ? '\u0378' : text);
  const pdf = await printLines([NAME], painted);
  expect(await pdfText(pdf)).toContain(`${NAME}\n${MODEL.missingFontNote}`); // copied text has the characters
  expect(await pdfText(await printLines(['Żółć'], painted))).not.toContain(MODEL.missingFontNote);
});

test.skipIf(spawnSync('pdftotext', ['-v']).error)(
  'any text of Latin, Greek and Cyrillic letters can be copied as it was written',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kerbside-report-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 40 }), async (words) => {
        const file = join(folder, 'report.pdf');
        writeFileSync(file, await printLines(words));
        const text = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' });
        const lines = text.replaceAll('\f', '').split('\n');
        // The note on missing fonts follows: phonetic letters may have none here.
        expect(lines.slice(0, words.length)).toEqual(words);
      }),
      { numRuns: 8 },
    );
  },
);
