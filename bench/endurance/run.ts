// npm run bench -- endurance: whether the memory stays flat while photo after photo is analysed: with the shipped damage
// model on large photos, and with a tiny model on each engine of this browser. KERBSIDE_ENDURANCE=wasm measures one of them.
import { tinyModel } from '../../test/e2e/pages/field-browser.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { finish } from '../lib/report.ts';
import { atMost, type Row, row } from '../lib/row.ts';
import { table } from '../lib/table.ts';
import { type EnduranceOptions, measureMemory, type Round } from './measure-memory.ts';

const megabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10;

const large = await jpegPhoto({
  seed: 8,
  width: 4000,
  height: 3000,
  view: 'side',
  damages: ['scratch', 'dent'],
});
const tiny = { models: await tinyModel() };
const runs: EnduranceOptions[] = [
  { name: 'damage model, 60 photos of 4000 x 3000', rounds: 6, photos: 10, photo: large },
  { ...tiny, name: 'wasm, 500 photos', engine: 'wasm', rounds: 10, photos: 50 },
  { ...tiny, name: 'tfjs, 500 photos', engine: 'tfjs', rounds: 10, photos: 50 },
  {
    ...tiny,
    name: 'webgpu on an emulated GPU, 100 photos',
    engine: 'webgpu',
    rounds: 10,
    photos: 10, // each takes a second or more
    flags: ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
  },
];

const only = process.env.KERBSIDE_ENDURANCE;
const measured: { name: string; rounds: Round[] }[] = [];
for (const options of runs.filter(({ name }) => !only || name.startsWith(only))) {
  const rounds = await measureMemory(options);
  measured.push({ name: options.name, rounds });
  printRounds(options, rounds);
}
finish({
  bench: 'endurance',
  rows: measured.flatMap(({ name, rounds }) => [
    grownRow(`${name}: page and workers`, rounds, 'pageAndWorkers'),
    grownRow(`${name}: their process`, rounds, 'process'),
    ...(name.startsWith('webgpu') ? [grownRow(`${name}: GPU process`, rounds, 'gpuProcess')] : []),
  ]),
  details: { measured },
});

function printRounds({ name, photos }: EnduranceOptions, rounds: readonly Round[]): void {
  const lines = rounds.map(({ seconds, ...memory }, round) => [
    `after ${(round + 1) * photos}`,
    ...Object.values(memory).map((bytes) => `${megabytes(bytes).toFixed(1)} MB`),
    `${seconds.toFixed(1)} s`,
  ]);
  console.log(name);
  console.log(table(['photos', 'page and workers', 'their process', 'GPU process', 'took'], lines));
}

/** The memory after the last round, and its ratio to that after the first. */
function grownRow(
  name: string,
  rounds: readonly Round[],
  of: 'pageAndWorkers' | 'process' | 'gpuProcess',
): Row {
  const [first, last] = [rounds[0]?.[of] ?? Number.NaN, rounds.at(-1)?.[of] ?? Number.NaN];
  return row(name, { figure: megabytes(last), unit: 'MB', ratio: last / first }, atMost(1.15));
}
