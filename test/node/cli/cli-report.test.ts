import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/node/cli/run.ts';
import { pdfText } from '../../fixtures/pdf-text.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';

let folder = '';
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-report-'));
  await writeFile(at('car.jpg'), await jpegPhoto({ seed: 4, width: 640, height: 480, view: 'side' }));
});
afterAll(() => rm(folder, { recursive: true }));

async function kerbside(...args: string[]) {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const code = await runCommandLine(args, { out: stream('out'), err: stream('err') });
  return { code, ...written };
}

describe('kerbside inspect --tasks repair_estimate --report', () => {
  it('needs no model, and names no price: no damage is known', async () => {
    const { code, out, err } = await kerbside(
      ...['inspect', at('car.jpg'), '--tasks', 'repair_estimate', '--report', at('report.pdf')],
    );
    expect(code, err).toBe(0);
    expect(out).toContain('Repair: unknown; no person has confirmed that there is no damage.');
    expect(err).toContain(`Wrote ${at('report.pdf')}`);
    const text = await pdfText(await readFile(at('report.pdf')));
    expect(text).toContain('Vehicle inspection report');
    expect(text).toContain('1 · car.jpg');
    expect(text).toContain('No person has confirmed the condition of this vehicle');
    expect(text).not.toContain('€');
  });
});
