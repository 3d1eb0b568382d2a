import sharp from 'sharp';
import { createWebm, vp8FrameOf } from '../../../test/fixtures/turning-car/webm.ts';
import { PHOTO_WIDTH } from './assess-photo.ts';
import { createFrameRenderer, createShakes, type Shake } from './camera-shake.ts';
import type { SidePhoto } from './plan-walks.ts';

/** `readWalk` takes steps of 0.4 s through a video of this length: it reads each frame once. */
const FRAME_MS = 400;
const FRAMES_PER_SIDE = 6;
/** Of a phone. Most photos of the sets were squeezed to a square at their source, so all are scaled to it. */
const SIZE = { width: PHOTO_WIDTH, height: (PHOTO_WIDTH * 3) / 4 };
const WEBP_QUALITY = 85;
/** From side to side, the camera passes with the car cut off and blurred by the movement. */
const PASSING = { turn: 0.2, blur: 0.005 };
/** How much nearer and farther the person walks. */
const ZOOM = 0.08;

/**
 * Returns a WebM file that plays photos as a walk around a car. Each is held for some frames, on which the camera shakes, loses
 * focus and light, comes nearer and goes farther, and passes on to the next.
 */
export async function createWalkVideo(photos: readonly SidePhoto[], seed: number): Promise<Buffer> {
  const shakes = [...createWalkShakes(photos.length, seed)];
  const frames: Uint8Array[] = [];
  for (const [nth, { path }] of photos.entries()) {
    const picture = sharp(path).removeAlpha().resize(SIZE.width, SIZE.height, { fit: 'fill' });
    const render = await createFrameRenderer({ ...SIZE, data: await picture.raw().toBuffer() }, SIZE.width);
    for (const shake of shakes.slice(nth * FRAMES_PER_SIDE, (nth + 1) * FRAMES_PER_SIDE)) {
      const { data, width, height } = await render(shake);
      const frame = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
      frames.push(vp8FrameOf(await frame.webp({ quality: WEBP_QUALITY }).toBuffer()));
    }
  }
  return createWebm(frames, { ...SIZE, fps: 1000 / FRAME_MS });
}

/** Returns the photo that a walk shows at this time, in milliseconds: at its end the last one. */
export function findPhotoAt(photos: readonly SidePhoto[], at: number): SidePhoto | undefined {
  return photos[Math.floor(Math.round(at / FRAME_MS) / FRAMES_PER_SIDE)] ?? photos.at(-1);
}

function* createWalkShakes(sides: number, seed: number): Generator<Shake> {
  const count = sides * FRAMES_PER_SIDE;
  let nth = 0;
  for (const shake of createShakes(count, seed)) {
    const within = nth % FRAMES_PER_SIDE;
    const direction = within === 0 ? -1 : within === FRAMES_PER_SIDE - 1 ? 1 : 0;
    const zoom = 1 + ZOOM * Math.sin((2 * Math.PI * nth) / count + seed);
    const passing = { x: direction * PASSING.turn, blur: Math.max(shake.blur, PASSING.blur) };
    yield { ...shake, zoom, ...(direction !== 0 && passing) };
    nth += 1;
  }
}
