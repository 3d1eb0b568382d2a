import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'kerbside-demo-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
