import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const configFile = fileURLToPath(new URL('../demo/fleet/vite.config.ts', import.meta.url));

/**
 * Builds the fleet page, which the reference service serves.
 * @param {string} [outDir] default: server/dist/fleet, which is part of kerbside-server
 */
export async function buildFleet(outDir) {
  await build({ configFile, logLevel: 'warn', ...(outDir !== undefined && { build: { outDir } }) });
}
