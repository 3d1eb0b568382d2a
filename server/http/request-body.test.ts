import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { readBody } from './request-body.ts';

let uploads: string;
beforeEach(async () => {
  uploads = await mkdtemp(join(tmpdir(), 'kerbside-body-'));
});
afterEach(() => rm(uploads, { recursive: true, force: true }));

/** Reads a form with the part `json` and one with a file, which has this name. */
function readForm(nameOfFile: string) {
  const body = [
    '--b\r\nContent-Disposition: form-data; name="json"\r\n\r\n{"a":1}\r\n',
    `--b\r\nContent-Disposition: form-data; ${nameOfFile}filename="photo.jpg"\r\n\r\nbytes\r\n--b--`,
  ].join('');
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const request = new Request('http://localhost/', { method: 'POST', headers, body });
  return readBody(request, { limits: DEFAULT_LIMITS, uploads });
}

test('a form is read after something has removed the folder for files, such as a cleaner of temporary files', async () => {
  await rm(uploads, { recursive: true });
  const { json, files } = await readForm('name="image"; ');
  expect(json).toEqual({ a: 1 });
  expect(await files.image?.text()).toBe('bytes');
});

test('a file without a name is ignored', async () => {
  const { json, files } = await readForm('');
  expect([json, Object.keys(files)]).toEqual([{ a: 1 }, []]);
});
