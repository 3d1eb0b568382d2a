import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { type CarSceneOptions, carScene, type DrawnDamage } from '../test/fixtures/car-scene.ts';
import { addGrain } from '../test/fixtures/grain.ts';
import { seededRandom } from '../test/fixtures/random.ts';

/**
 * Draws cars for training, some damaged, as a data folder: `npm run draw:training -- <folder> [<count>]`.
 * The box of a damage is where the picture differs from that of the same car without it, so it is exact.
 */
const [folder = 'drawn-cars', count = '240'] = process.argv.slice(2);
const WIDTH = 800;
const HEIGHT = 600;
const DAMAGES: readonly DrawnDamage[] = ['scratch', 'dent', 'broken_light', 'broken_glass'];

interface Box {
  label: DrawnDamage;
  x: number;
  y: number;
  w: number;
  h: number;
}

mkdirSync(folder, { recursive: true });
const index: { file: string; boxes: Box[] }[] = [];
for (let seed = 1; seed <= Number(count); seed++) {
  const random = seededRandom(seed * 31);
  const scene = { seed, street: seed * 7, width: WIDTH, height: HEIGHT, mirrored: random.next() < 0.5 };
  // Every third car has no damage.
  const damages = seed % 3 === 0 ? [] : DAMAGES.filter(() => random.next() < 0.45);
  const boxes: Box[] = [];
  for (const label of damages) {
    const box = await findDifference(scene, label);
    if (box) boxes.push(box);
  }
  const picture = await pixels({ ...scene, damages });
  addGrain(picture, 3, { seed, amplitude: random.between(2, 14) });
  const file = `${String(index.length).padStart(5, '0')}.webp`;
  const raw = { raw: { width: WIDTH, height: HEIGHT, channels: 3 } } as const;
  await sharp(picture, raw)
    .blur(random.between(0.3, 1.1))
    .webp({ quality: Math.round(random.between(50, 80)) })
    .toFile(`${folder}/${file}`);
  const record = {
    file,
    width: WIDTH,
    height: HEIGHT,
    set: 'drawn_cars',
    source: `${seed}`,
    licence: 'own',
    split: 'train',
    stretched: false,
    labelled: [...DAMAGES, 'body_crack', 'flat_tyre', 'misshape', 'missing_piece', 'smash', 'rustiness'],
    boxes,
    ignore: [],
  };
  index.push(record);
}
writeFileSync(`${folder}/index.json`, JSON.stringify(index));
const drawn = index.reduce((sum, { boxes }) => sum + boxes.length, 0);
console.log(`${folder}: ${index.length} cars, ${drawn} damages`);

async function pixels(scene: CarSceneOptions): Promise<Uint8Array> {
  return sharp(new TextEncoder().encode(carScene(scene)))
    .flatten()
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Returns the box in which a damage changes the picture of the car. */
async function findDifference(scene: CarSceneOptions, label: DrawnDamage): Promise<Box | undefined> {
  const [sound, damaged] = await Promise.all([pixels(scene), pixels({ ...scene, damages: [label] })]);
  const xs: number[] = [];
  const ys: number[] = [];
  for (let at = 0; at < sound.length; at++) {
    if (Math.abs((sound[at] ?? 0) - (damaged[at] ?? 0)) < 24) continue;
    const pixel = Math.floor(at / 3);
    xs.push(pixel % WIDTH);
    ys.push(Math.floor(pixel / WIDTH));
  }
  if (xs.length < 60) return undefined;
  const [left, right] = bounds(xs);
  const [top, bottom] = bounds(ys);
  return { label, x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

/** Returns the range that leaves out half a percent at each end: single pixels of a faint rim. */
function bounds(values: number[]): [number, number] {
  const sorted = values.sort((a, b) => a - b);
  const cut = Math.floor(sorted.length / 200);
  return [sorted[cut] ?? 0, sorted[sorted.length - 1 - cut] ?? 0];
}
