import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { Box } from '../../../src/analysis/geometry/box.ts';
import { startGuide, stepGuide } from '../../../src/analysis/guide/guide-state.ts';
import { chooseInstruction } from '../../../src/analysis/guide/instruction.ts';
import { createThumbnail, measureMovement, type Thumbnail } from '../../../src/analysis/guide/movement.ts';
import { assessQuality } from '../../../src/analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../../../src/analysis/quality/quality-compliance.ts';
import type { Sight } from '../../../src/domain/sight.ts';
import { FramePipeline } from '../../../src/inference/frames/frame-pipeline.ts';
import type { LoadedModel } from '../../../src/inference/tasks/loaded-model.ts';
import { NodeModels } from '../../../src/node/models/node-models.ts';
import { renderTurningCar } from '../../../test/fixtures/turning-car/render-car.ts';
import { table } from '../../lib/table.ts';
import type { EvalArguments } from '../arguments.ts';
import { createProgress } from '../progress.ts';
import { readRecords } from '../records.ts';
import { spread } from '../spread.ts';
import { createFrameRenderer, createShakes, type Scene, type Shake } from './frame-sequence.ts';

const DEFAULT_DATA = '../shared/data/parts/s1';
const DEFAULT_PHOTOS = 16;
const FRAMES = 50;
/** From frame to frame: that of a device that reads five a second. */
const FRAME_MS = 200;
/** The size of a phone's photo. The pictures here are smaller, which the resolution check must not count. */
const ORIGINAL = { width: 4000, height: 3000 };

interface GuideFigures {
  sequences: number;
  frames: number;
  /** Frames that the quality checks reject: what a photo at a random moment risks. */
  poorFrames: number;
  /** Photos that the guide took by itself. */
  photos: number;
  /** Those that the quality checks reject if the photo is the sharpest frame of the hold. */
  poorHeld: number;
  /** Those that the quality checks reject if the camera takes the photo after the decision. The guide takes them again. */
  poorLater: number;
  /** Why, of both. */
  reasons: string[];
}

/**
 * Plays sequences of rendered cars and real photos through the guide, and prints how many of its automatic photos the quality
 * checks reject: of the sharpest frames of the hold, and of the frames after the decision. A camera that takes photos of its own
 * takes time; the guide checks its photos, and these are the ones that it takes again.
 */
export async function evaluateGuide(options: EvalArguments): Promise<void> {
  const models = new NodeModels({ folder: dirname(options.manifest), threads: 1, onFallback: () => {} });
  try {
    const entry = (await models.loadManifest()).models.find(({ name }) => name === 'parts');
    if (!entry) throw new Error('The manifest has no part model.');
    const parts = await models.load(entry);
    const photos = await readPhotos(options);
    if (photos.length === 0)
      console.error(`${DEFAULT_DATA} is absent: real photos are left out. Pass a folder with --data.`);
    const progress = createProgress(8 + photos.length);
    let done = 0;
    const evaluate = async (scenes: readonly (() => Promise<Scene>)[], seed: number) => {
      const all: GuideFigures[] = [];
      for (const [index, scene] of scenes.entries()) {
        all.push(await playSequence(await scene(), parts, seed + index));
        done += 1;
        progress(done);
      }
      return all.reduce(addFigures, NOTHING);
    };
    const rows: Record<string, GuideFigures> = {
      'rendered car, eight sides': await evaluate(renderedScenes(), 1),
      ...(photos.length > 0 && { 'real photos': await evaluate(photos.map(sceneOfPhoto), 100) }),
    };
    const total = Object.values(rows).reduce(addFigures, NOTHING);
    console.log(options.json ? JSON.stringify({ ...rows, total }) : describe({ ...rows, total }));
  } finally {
    await models.dispose();
  }
}

/**
 * Plays one sequence. The guide looks for the side that the scene shows, and takes as many photos as it wants.
 *
 * The part model runs once, on the undisturbed scene: on the other frames the vehicle is where the camera has turned it. So
 * blur and darkness never keep the guide from a photo by hiding the vehicle, only by the quality that it measures.
 */
async function playSequence(scene: Scene, parts: LoadedModel, seed: number): Promise<GuideFigures> {
  const figures = { ...NOTHING, sequences: 1, reasons: [] as string[] };
  const renderFrame = await createFrameRenderer(scene);
  const still = await renderFrame({ x: 0, y: 0, blur: 0, light: 1 });
  const pixels = { ...still, data: new Uint8ClampedArray(still.data), original: ORIGINAL };
  const { vehicle, ...view } = await new FramePipeline().look(pixels, parts);
  if (!vehicle?.viewpoint) return figures;
  const sight: Sight = { kind: 'viewpoint', id: vehicle.viewpoint };
  let state = startGuide(0);
  let before: Thumbnail | undefined;
  let isShooting = false;
  let held: AssessedFrame | undefined;
  let now = 0;
  for (const shake of createShakes(FRAMES, seed)) {
    now += FRAME_MS;
    const frame = await renderFrame(shake);
    const quality = assessQuality(frame, ORIGINAL);
    const { reasons } = qualityCompliance(quality);
    figures.frames += 1;
    figures.poorFrames += reasons.length > 0 ? 1 : 0;
    if (isShooting) {
      figures.poorLater += reasons.length > 0 ? 1 : 0;
      figures.reasons.push(...reasons);
      state = startGuide(now);
      held = undefined;
    }
    const thumbnail = createThumbnail(frame);
    const movement = before ? measureMovement(before, thumbnail, FRAME_MS / 1000) : 0;
    before = thumbnail;
    const turned = { ...vehicle, box: moveBox(vehicle.box, shake) };
    const reading = { ...view, vehicle: turned, quality, thumbnail, movement };
    const wanted = chooseInstruction(reading, sight);
    // As the product: the first good frame starts the hold, those after it may become the photo.
    if (wanted !== undefined) held = undefined;
    else if (state.goodSince !== undefined && !(held && held.blurriness <= quality.blurriness))
      held = { blurriness: quality.blurriness, reasons };
    const step = stepGuide(state, wanted, now);
    state = step.state;
    isShooting = step.shoots;
    if (!isShooting || !held) continue;
    figures.photos += 1;
    figures.poorHeld += held.reasons.length > 0 ? 1 : 0;
    figures.reasons.push(...held.reasons);
  }
  return figures;
}

function moveBox({ x0, y0, x1, y1 }: Box, { x, y }: Shake): Box {
  return { x0: x0 - x, y0: y0 - y, x1: x1 - x, y1: y1 - y };
}

/** A frame that may become the photo. */
interface AssessedFrame {
  blurriness: number;
  /** Why the quality checks reject it. */
  reasons: readonly string[];
}

const NOTHING: GuideFigures = {
  sequences: 0,
  frames: 0,
  poorFrames: 0,
  photos: 0,
  poorHeld: 0,
  poorLater: 0,
  reasons: [],
};

function addFigures(a: GuideFigures, b: GuideFigures): GuideFigures {
  return {
    sequences: a.sequences + b.sequences,
    frames: a.frames + b.frames,
    poorFrames: a.poorFrames + b.poorFrames,
    photos: a.photos + b.photos,
    poorHeld: a.poorHeld + b.poorHeld,
    poorLater: a.poorLater + b.poorLater,
    reasons: [...a.reasons, ...b.reasons],
  };
}

function describe(rows: Record<string, GuideFigures>): string {
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : `${part} (${((100 * part) / whole).toFixed(1)} %)`;
  const cells = Object.entries(rows).map(
    ([name, { sequences, frames, poorFrames, photos, poorHeld, poorLater }]) => [
      name,
      String(sequences),
      String(frames),
      share(poorFrames, frames),
      String(photos),
      share(poorHeld, photos),
      share(poorLater, photos),
    ],
  );
  const head = [
    '',
    'sequences',
    'frames',
    'poor frames',
    'automatic photos',
    'poor, sharpest frame (target ≤ 2 %)',
    `poor ${FRAME_MS} ms later, taken again`,
  ];
  return table(head, cells);
}

function renderedScenes(): (() => Promise<Scene>)[] {
  return Array.from(
    { length: 8 },
    (_, nth) => async () => renderTurningCar({ angle: 45 * nth, distance: 4.9 }),
  );
}

async function readPhotos({ data, split = 'val', limit = DEFAULT_PHOTOS }: EvalArguments): Promise<string[]> {
  const isPresent = await access(DEFAULT_DATA).then(
    () => true,
    () => false,
  );
  const folders = data.length > 0 ? data : isPresent ? [DEFAULT_DATA] : [];
  const records = (await Promise.all(folders.map(readRecords))).flat();
  return spread(
    records.filter((record) => record.split === split),
    limit,
  ).map(({ path }) => path);
}

function sceneOfPhoto(path: string): () => Promise<Scene> {
  return async () => {
    const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return { data: new Uint8Array(data), width: info.width, height: info.height };
  };
}
