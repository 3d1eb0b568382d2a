// What uploads cost the service: memory while 200 photos of 10 MB arrive at the same time.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { finish } from '../lib/report.ts';
import { atMost, type Row, row } from '../lib/row.ts';

const UPLOADS = 200;
const BYTES = 10_000_000;
const MEBIBYTE = 1024 * 1024;

const folder = await mkdtemp(join(tmpdir(), 'kerbside-bench-'));
const child = fork(fileURLToPath(new URL('main.ts', import.meta.url)), [folder], {
  execArgv: ['--import', 'tsx'],
});
const { url, token } = await new Promise<{ url: string; token: string }>((resolve) =>
  child.once('message', resolve),
);
const headers = { Authorization: `Bearer ${token}` };

try {
  const rows: Row[] = [];
  const photo = new Blob([await jpegPhoto({ seed: 1, width: 1920, height: 1440, bytes: BYTES })]);
  const inspections = [];
  for (let index = 0; index < UPLOADS; index += 1) inspections.push(await createInspection());
  await upload(inspections[0] ?? '', photo); // loads what the first upload needs
  const before = readMemory('VmRSS');
  const start = performance.now();
  await Promise.all(inspections.map((id) => upload(id, photo)));
  const seconds = (performance.now() - start) / 1000;
  const peak = readMemory('VmHWM');
  const what = `${UPLOADS} uploads of ${BYTES / 1e6} MB at the same time`;
  rows.push(
    row(`${what}, memory before`, { figure: before, unit: 'MiB' }),
    row(`${what}, largest memory`, { figure: peak, unit: 'MiB' }, atMost(before + 400, 'MiB')),
    row(`${what}, all stored`, { figure: seconds, unit: 's' }),
  );
  finish({ bench: 'uploads', rows });
} finally {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  await ended;
  await rm(folder, { recursive: true, force: true });
}

async function createInspection(): Promise<string> {
  const response = await fetch(`${url}/inspections`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{"tasks":{}}',
  });
  return ((await response.json()) as { id: string }).id;
}

async function upload(inspectionId: string, photo: Blob): Promise<void> {
  const form = new FormData();
  form.set(
    'json',
    JSON.stringify({ acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' } }),
  );
  form.set('image', photo, 'photo.jpg');
  const response = await fetch(`${url}/inspections/${inspectionId}/images`, {
    method: 'POST',
    headers,
    body: form,
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Resident memory of the service, now (`VmRSS`) or at its largest (`VmHWM`), in MiB. Linux only. */
function readMemory(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const kibibytes = Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
  return (kibibytes * 1024) / MEBIBYTE;
}
