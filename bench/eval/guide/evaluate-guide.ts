import { dirname } from 'node:path';
import sharp from 'sharp';
import { NodeModels } from '../../../src/node/models/node-models.ts';
import { renderTurningCar } from '../../../test/fixtures/turning-car/render-car.ts';
import { table } from '../../lib/table.ts';
import type { EvalArguments } from '../arguments.ts';
import { createProgress } from '../progress.ts';
import { spread } from '../select-records.ts';
import { evaluateViewpoints, type ViewpointFigures } from './evaluate-viewpoints.ts';
import type { Scene } from './frame-sequence.ts';
import { DEFAULT_DATA, readLabelled } from './labelled-photos.ts';
import { type CameraKind, playSequence, type SequenceFigures } from './play-sequence.ts';

const DEFAULT_PHOTOS = 16;
const SIDES = 8;
const FIRST_SEED = 1;
const CAMERA_KINDS: readonly CameraKind[] = ['video', 'photos'];
const CAMERAS: Record<CameraKind, string> = {
  video: 'the sharpest frame',
  photos: 'a photo of the camera, 200 ms later',
};

interface GuideFigures extends SequenceFigures {
  sequences: number;
}

/**
 * Plays sequences of rendered cars and real photos through the guide, and prints how many of its automatic photos the quality
 * checks reject: with a camera whose frames become photos, and with one that takes its own, later. Then prints how often the
 * viewpoint of a frame is right, on the same real photos.
 */
export async function evaluateGuide(options: EvalArguments): Promise<void> {
  const models = new NodeModels({ folder: dirname(options.manifest), threads: 1, onFallback: () => {} });
  try {
    const entry = (await models.loadManifest()).models.find(({ name }) => name === 'parts');
    if (!entry) throw new Error('The manifest has no part model.');
    const parts = await models.load(entry);
    const records = await readLabelled(options);
    if (records.length === 0)
      console.error(`${DEFAULT_DATA} is absent: real photos are left out. Pass a folder with --data.`);
    const played = spread(records, options.limit ?? DEFAULT_PHOTOS);
    const scenes = {
      'rendered car': renderedScenes(),
      'real photos': played.map(({ path }) => sceneOfPhoto(path)),
    };
    const progress = createProgress(SIDES + played.length + records.length);
    let done = 0;
    const count = () => {
      done += 1;
      progress(done);
    };
    // Listed first, so that they are in this order.
    const rows: Record<string, GuideFigures> = Object.fromEntries(
      CAMERA_KINDS.flatMap((camera) =>
        [...Object.keys(scenes), 'all'].map((kind) => [`${CAMERAS[camera]}, ${kind}`, NOTHING]),
      ),
    );
    const add = (row: string, figures: SequenceFigures) => {
      rows[row] = addFigures(rows[row] ?? NOTHING, { ...figures, sequences: 1 });
    };
    for (const [kind, list] of Object.entries(scenes)) {
      for (const [index, scene] of list.entries()) {
        const figures = await playSequence(await scene(), parts, FIRST_SEED + index);
        for (const camera of CAMERA_KINDS) {
          add(`${CAMERAS[camera]}, ${kind}`, figures[camera]);
          add(`${CAMERAS[camera]}, all`, figures[camera]);
        }
        count();
      }
    }
    const viewpoints = await evaluateViewpoints(records, parts, count);
    if (options.json) console.log(JSON.stringify({ photos: rows, viewpoints }));
    else console.log(`${describePhotos(rows)}\n\n${describeViewpoints(viewpoints)}`);
  } finally {
    await models.dispose();
  }
}

const NOTHING: GuideFigures = {
  sequences: 0,
  frames: 0,
  poorFrames: 0,
  photos: 0,
  poorPhotos: 0,
  retaken: 0,
  replaced: 0,
};

function addFigures(a: GuideFigures, b: GuideFigures): GuideFigures {
  const keys = Object.keys(NOTHING) as (keyof GuideFigures)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as GuideFigures;
}

function describePhotos(rows: Record<string, GuideFigures>): string {
  const head = [
    'automatic photos',
    'sequences',
    'frames',
    'poor frames',
    'photos',
    'poor photos (target ≤ 2 %)',
    'poor, taken again',
    'replaced by a frame',
  ];
  const cells = Object.entries(rows).map(([name, figures]) => [
    name,
    String(figures.sequences),
    String(figures.frames),
    toShare(figures.poorFrames, figures.frames),
    String(figures.photos),
    toShare(figures.poorPhotos, figures.photos),
    String(figures.retaken),
    String(figures.replaced),
  ]);
  return table(head, cells);
}

function describeViewpoints({ photos, right, near, other, none, mirrored }: ViewpointFigures): string {
  const head = [
    'viewpoints, photos',
    'right',
    'a neighbouring side',
    'another side',
    'none',
    'left for right',
  ];
  return table(head, [[photos, right, near, other, none, mirrored].map(String)]);
}

function toShare(part: number, whole: number): string {
  return whole === 0 ? '–' : `${part} (${((100 * part) / whole).toFixed(1)} %)`;
}

function renderedScenes(): (() => Promise<Scene>)[] {
  return Array.from(
    { length: SIDES },
    (_, nth) => async () => renderTurningCar({ angle: (360 / SIDES) * nth, distance: 4.9 }),
  );
}

function sceneOfPhoto(path: string): () => Promise<Scene> {
  return async () => {
    const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return { data: new Uint8Array(data), width: info.width, height: info.height };
  };
}
