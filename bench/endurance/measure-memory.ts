import type { EngineName } from '../../src/inference/engine.ts';
import { analyse, launch, openLab } from '../../test/e2e/pages/field-browser.ts';
import { serveField } from '../../test/e2e/pages/field-server.ts';
import { processMemory } from '../../test/e2e/pages/process-memory.ts';
import type { ModelFolder } from '../../test/fixtures/model-folder.ts';

export interface EnduranceOptions {
  name: string;
  rounds: number;
  /** In one task. */
  photos: number;
  /** By default, one that the tiny model knows. */
  photo?: Uint8Array;
  /** By default, the shipped models. */
  models?: ModelFolder;
  /** By default, the one that Kerbside chooses. */
  engine?: EngineName;
  flags?: readonly string[];
}

/** Bytes after each round. */
export interface Round {
  pageAndWorkers: number;
  process: number;
  gpuProcess: number;
  seconds: number;
}

/** Analyses photos, round after round, in one page. */
export async function measureMemory(options: EnduranceOptions): Promise<Round[]> {
  const { rounds, photos, photo, models, engine, flags = [] } = options;
  const url = photo && '/photo.jpg';
  const server = await serveField({
    ...(photo && { files: { '/photo.jpg': photo } }),
    ...(models && { models }),
  });
  // Without this flag a measurement waits for the next garbage collection, for up to 20 s.
  const browser = await launch('--enable-blink-features=ForceEagerMeasureMemory', ...flags);
  try {
    const page = await openLab(await browser.newContext(), server.url);
    await page.evaluate((forced) => window.lab.open(forced ? { engine: forced } : {}), engine);
    await analyse(page, 1, url);
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      const { status, errors, engine: ran } = await analyse(page, photos, url);
      if (status !== 'DONE') throw new Error(`The task ended as ${status}: ${errors[0]?.message}`);
      if (engine && !ran?.includes(engine === 'tfjs' ? 'tfjs' : ` ${engine}`))
        throw new Error(`The task ran on ${ran}, not on ${engine}`);
      measured.push({
        seconds: (performance.now() - start) / 1000,
        pageAndWorkers: await page.evaluate(() => window.lab.memory()),
        process: (await processMemory(browser, 'renderer'))?.now() ?? 0,
        gpuProcess: (await processMemory(browser, 'GPU'))?.now() ?? 0,
      });
    }
    return measured;
  } finally {
    await browser.close();
    await server.close();
  }
}
