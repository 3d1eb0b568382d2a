// npm run bench -- endurance: whether the memory stays flat while the damage model analyses photo after photo.
import { analyse, launch, openLab } from '../../test/e2e/pages/field-browser.ts';
import { serveField } from '../../test/e2e/pages/field-server.ts';
import { rendererMemory } from '../../test/e2e/pages/process-memory.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { finish } from '../lib/report.ts';
import { atMost, row } from '../lib/row.ts';
import { table } from '../lib/table.ts';

const options = { rounds: 6, photos: 10, width: 4000, height: 3000 };
const megabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10;

report(await measure());

/** Megabytes after each round: page and workers, and their process. */
interface Round {
  held: number;
  process: number;
  seconds: number;
}

async function measure(): Promise<Round[]> {
  const { rounds, photos, width, height } = options;
  const photo = await jpegPhoto({ seed: 8, width, height, view: 'side', damages: ['scratch', 'dent'] });
  const server = await serveField({ files: { '/photo.jpg': photo } });
  // Without this flag a measurement waits for the next garbage collection, for up to 20 s.
  const browser = await launch('--enable-blink-features=ForceEagerMeasureMemory');
  try {
    const page = await openLab(await browser.newContext(), server.url);
    await page.evaluate(() => window.lab.open());
    await analyse(page, 1, '/photo.jpg');
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      const { status, errors } = await analyse(page, photos, '/photo.jpg');
      if (status !== 'DONE') throw new Error(`The task ended as ${status}: ${errors[0]?.message}`);
      measured.push({
        seconds: (performance.now() - start) / 1000,
        held: megabytes(await page.evaluate(() => window.lab.memory())),
        process: megabytes((await rendererMemory(browser))?.now() ?? 0),
      });
    }
    return measured;
  } finally {
    await browser.close();
    await server.close();
  }
}

function report(measured: Round[]): void {
  const { photos, width, height } = options;
  const rows = measured.map(({ held, process: whole, seconds }, round) => [
    `after ${(round + 1) * photos}`,
    `${held.toFixed(1)} MB`,
    `${whole.toFixed(1)} MB`,
    `${seconds.toFixed(1)} s`,
  ]);
  console.log(`The damage model on photos of ${width} x ${height}, in tasks of ${photos}`);
  console.log(table(['photos', 'page and workers', 'their process', 'took'], rows));
  const grown = (name: string, of: 'held' | 'process') => {
    const [first, last] = [measured[0]?.[of] ?? Number.NaN, measured.at(-1)?.[of] ?? Number.NaN];
    return row(name, { figure: last, unit: 'MB', ratio: last / first }, atMost(1.15));
  };
  finish({
    bench: 'endurance',
    rows: [grown('page and workers, of the first round', 'held'), grown('their process', 'process')],
    details: { options, measured },
  });
}
