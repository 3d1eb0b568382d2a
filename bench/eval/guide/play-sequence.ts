import sharp from 'sharp';
import type { Box } from '../../../src/analysis/geometry/box.ts';
import type { FrameView } from '../../../src/analysis/guide/frame-view.ts';
import { startGuide, stepGuide } from '../../../src/analysis/guide/guide-state.ts';
import { canVerify } from '../../../src/analysis/guide/instruction.ts';
import { choosePhoto, isPoor } from '../../../src/analysis/guide/photo-choice.ts';
import type { Sight } from '../../../src/domain/sights/sight.ts';
import { type SightFrameReader, SightReader } from '../../../src/guide/sight-reader.ts';
import { FRAME_SIDE, FramePipeline } from '../../../src/inference/frames/frame-pipeline.ts';
import type { CameraFrame } from '../../../src/inference/frames/frame-pixels.ts';
import type { LoadedModel } from '../../../src/inference/tasks/loaded-model.ts';
import type { DecodedPhoto } from '../../../src/photo/decoded-photo.ts';
import { isRejected, PHOTO_WIDTH } from './assess-photo.ts';
import { createFrameRenderer, createShakes, type Scene, type Shake } from './frame-sequence.ts';

/** `video`: the photo is the sharpest frame of the hold. `photos`: the camera takes its own, after the decision. */
export type CameraKind = 'video' | 'photos';

/** What a sequence gave. */
export interface SequenceFigures {
  frames: number;
  /** Frames that the quality checks reject: what a photo at a random moment risks. */
  poorFrames: number;
  /** Photos that the guide took by itself and kept. */
  photos: number;
  /** Those of them that the assessment of photos rejects afterwards. */
  poorPhotos: number;
  /** Poor photos of the camera that the guide dropped and took again. */
  retaken: number;
  /** Photos for which it took the sharpest frame instead, after the retakes. */
  replaced: number;
}

const FRAMES = 50;
/** From frame to frame: that of a device that reads five a second. A camera takes its photo as long after the decision. */
const FRAME_MS = 200;
/** How long the part model looks: such a device follows every second frame. */
const LOOK_MS = 180;
const JPEG_QUALITY = 92;
/** The size of a phone's video. The pictures here are smaller, which the resolution check must not count. */
const ORIGINAL = { width: 1920, height: 1440 };
const STILL: Shake = { x: 0, y: 0, blur: 0, light: 1 };

/**
 * Plays one sequence through the code of the product, for both kinds of camera. The guide looks for the side that the scene shows,
 * and takes as many photos as it wants; each is stored as a JPEG and assessed as the product assesses photos.
 *
 * The part model runs once, on the undisturbed scene: on the other frames that it looks at, the vehicle is where the camera has
 * turned it. So blur and darkness never keep the guide from a photo by hiding the vehicle, only by the quality that it measures.
 */
export async function playSequence(
  scene: Scene,
  parts: LoadedModel,
  seed: number,
): Promise<Record<CameraKind, SequenceFigures>> {
  const pipeline = new FramePipeline();
  const renderFrame = await createFrameRenderer(scene, FRAME_SIDE);
  const render = async (shake: Shake): Promise<DecodedPhoto> => {
    const { width, height, data } = await renderFrame(shake);
    return { width, height, data: new Uint8ClampedArray(data), original: ORIGINAL };
  };
  const { vehicle } = await pipeline.look(await render(STILL), parts);
  const sight: Sight = { kind: 'viewpoint', id: vehicle?.viewpoint ?? 'front' };
  const takePhoto = await createPhotoCamera(scene);
  const video = new Player(sight, 'video', takePhoto);
  const photos = new Player(sight, 'photos', takePhoto);
  let at = 0;
  for (const shake of vehicle?.viewpoint ? createShakes(FRAMES, seed) : []) {
    at += FRAME_MS;
    const assessed = await pipeline.look(await render(shake), undefined);
    const looked = {
      ...assessed,
      hasPartModel: true,
      ...(vehicle && { vehicle: { ...vehicle, box: moveBox(vehicle.box, shake) } }),
    };
    for (const player of [video, photos]) await player.read({ at, shake, assessed, looked });
  }
  return { video: video.figures, photos: photos.figures };
}

/** A frame of a sequence: without and with a look of the part model. */
interface PlayedFrame {
  at: number;
  shake: Shake;
  assessed: FrameView;
  looked: FrameView;
}

/** A guide with a camera of one kind. Does what GuideLoop does in a page, with the same decisions. */
class Player {
  readonly figures = { frames: 0, poorFrames: 0, photos: 0, poorPhotos: 0, retaken: 0, replaced: 0 };
  readonly #sight: Sight;
  readonly #camera: CameraKind;
  readonly #takePhoto: (shake: Shake) => Promise<ArrayBuffer>;
  #reader: SightReader;
  #state = startGuide(0);
  #retakes = 0;
  #sharpest: { blurriness: number; shake: Shake } | undefined;
  /** Whether the camera was asked for a photo, and takes it of the next frame. */
  #isTaking = false;

  constructor(sight: Sight, camera: CameraKind, takePhoto: (shake: Shake) => Promise<ArrayBuffer>) {
    this.#sight = sight;
    this.#camera = camera;
    this.#takePhoto = takePhoto;
    this.#reader = new SightReader(sight);
  }

  async read({ at, shake, assessed, looked }: PlayedFrame): Promise<void> {
    this.figures.frames += 1;
    this.figures.poorFrames += isPoor(assessed.quality) ? 1 : 0;
    if (this.#isTaking) await this.#finishPhoto(shake, at);
    const { reading, wanted } = await readFrame(this.#reader, { assessed, looked }, at);
    const { blurriness } = reading.quality;
    // The first good frame starts the hold, those after it may become the photo.
    if (wanted !== undefined) this.#sharpest = undefined;
    else if (
      this.#state.goodSince !== undefined &&
      !(this.#sharpest && this.#sharpest.blurriness <= blurriness)
    )
      this.#sharpest = { blurriness, shake };
    const { state, shoots } = stepGuide(this.#state, wanted, at);
    this.#state = state;
    if (!shoots || !canVerify(reading, this.#sight)) return;
    if (this.#camera === 'photos') this.#isTaking = true;
    else await this.#keep(await this.#takePhoto(this.#sharpest?.shake ?? shake), at);
  }

  /** Decides about the photo that the camera took of this frame. */
  async #finishPhoto(shake: Shake, at: number): Promise<void> {
    this.#isTaking = false;
    const photo = await this.#takePhoto(shake);
    const choice = choosePhoto(isPoor(await checkPhoto(photo)), this.#retakes);
    if (choice === 'retake') {
      this.figures.retaken += 1;
      this.#retakes += 1;
      this.#restart(at);
      return;
    }
    if (choice === 'frame') this.figures.replaced += 1;
    await this.#keep(
      choice === 'frame' && this.#sharpest ? await this.#takePhoto(this.#sharpest.shake) : photo,
      at,
    );
  }

  /** Keeps the photo, and starts again as if for the next sight. */
  async #keep(photo: ArrayBuffer, at: number): Promise<void> {
    this.figures.photos += 1;
    this.figures.poorPhotos += (await isRejected(photo)) ? 1 : 0;
    this.#reader = new SightReader(this.#sight);
    this.#retakes = 0;
    this.#restart(at);
  }

  #restart(at: number): void {
    this.#state = startGuide(at);
    this.#sharpest = undefined;
  }
}

/** Reads a frame as the product does, at the pace of a slow device. */
function readFrame(
  sight: SightReader,
  { assessed, looked }: { assessed: FrameView; looked: FrameView },
  at: number,
) {
  let now = at;
  const reader: SightFrameReader = {
    async look() {
      now += LOOK_MS;
      return looked;
    },
    assess: async () => assessed,
    readText: () => Promise.reject(new Error('No text is read.')),
  };
  const frame = {} as CameraFrame; // the reader knows what it shows
  const { signal } = new AbortController();
  return sight.read(reader, frame, { at, motion: undefined, signal, now: () => now });
}

/** Returns what takes a photo of the scene as JPEG. */
async function createPhotoCamera(scene: Scene): Promise<(shake: Shake) => Promise<ArrayBuffer>> {
  const render = await createFrameRenderer(scene, PHOTO_WIDTH);
  return async (shake) => {
    const { data, width, height } = await render(shake);
    const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    return new Uint8Array(await picture.jpeg({ quality: JPEG_QUALITY }).toBuffer()).buffer;
  };
}

/** Checks a photo of the camera as the guide does: drawn at the size of a frame. */
async function checkPhoto(photo: ArrayBuffer): Promise<FrameView['quality']> {
  const { data, info } = await sharp(photo)
    .resize(FRAME_SIDE, FRAME_SIDE, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = { width, height, data: new Uint8ClampedArray(data), original: ORIGINAL };
  return (await new FramePipeline().look(pixels, undefined)).quality;
}

function moveBox({ x0, y0, x1, y1 }: Box, { x, y }: Shake): Box {
  return { x0: x0 - x, y0: y0 - y, x1: x1 - x, y1: y1 - y };
}
