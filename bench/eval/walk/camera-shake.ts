import sharp from 'sharp';
import type { RgbaPixels } from '../../../src/analysis/pixels/photo-scaler.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';

/** A picture that a camera points at. */
export interface Scene {
  data: Uint8Array;
  width: number;
  height: number;
}

/** How a frame differs from the scene. */
export interface Shake {
  /** How far the camera is turned away, as fractions of the frame. */
  x: number;
  y: number;
  /** The sigma of a Gaussian, as a fraction of the width. */
  blur: number;
  light: number;
  /** How much larger the scene appears. @default 1 */
  zoom?: number;
}

/** What the camera sees beyond the picture: its border, repeated. */
const BORDER = 0.3;
/** Strengths between which a sequence wanders: from a perfect frame to one that everybody rejects. */
const WORST = { turn: 0.25, blur: 0.012, light: 0.06 };

/**
 * Returns how a camera in the hand shows a scene: it turns, loses focus and light, and returns, in a seeded order. Each bad
 * spell comes and goes over some frames, so that frames between good and bad are as frequent as in the field.
 */
export function* createShakes(frames: number, seed: number): Generator<Shake> {
  const random = seededRandom(seed);
  let spell = { kind: 'none', from: 0, length: 1 };
  for (let frame = 0; frame < frames; frame += 1) {
    if (frame >= spell.from + spell.length) {
      const kind = random.pick(['none', 'none', 'turn', 'blur', 'light']);
      spell = { kind, from: frame, length: 3 + Math.floor(4 * random.next()) };
    }
    // 0 at both ends of a spell, 1 in its middle.
    const strength = Math.sin((Math.PI * (frame - spell.from + 0.5)) / spell.length) ** 2;
    const jitter = () => 0.004 * (random.next() - 0.5);
    yield {
      x: jitter() + (spell.kind === 'turn' ? WORST.turn * strength : 0),
      y: jitter(),
      blur: spell.kind === 'blur' ? WORST.blur * strength : 0,
      light: spell.kind === 'light' ? WORST.light ** strength : 1,
    };
  }
}

/** Returns what renders a scene as a camera of this width shows it. Scales the scene once: a sequence has many frames. */
export async function createFrameRenderer(
  { data, width, height }: Scene,
  frameWidth: number,
): Promise<(shake: Shake) => Promise<RgbaPixels>> {
  const size = { width: frameWidth, height: Math.round((frameWidth * height) / width) };
  const [right, down] = [Math.round(BORDER * size.width), Math.round(BORDER * size.height)];
  const raw = { width: size.width + 2 * right, height: size.height + 2 * down, channels: 3 } as const;
  const wide = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill' })
    .extend({ left: right, right, top: down, bottom: down, extendWith: 'copy' })
    .raw()
    .toBuffer();
  return async ({ x, y, blur, light, zoom = 1 }) => {
    const area = { width: Math.round(size.width / zoom), height: Math.round(size.height / zoom) };
    let picture = sharp(wide, { raw }).extract({
      left: right + Math.round(x * size.width + (size.width - area.width) / 2),
      top: down + Math.round(y * size.height + (size.height - area.height) / 2),
      ...area,
    });
    if (zoom !== 1) picture = picture.resize(size.width, size.height, { fit: 'fill' });
    if (blur * frameWidth > 0.3) picture = picture.blur(blur * frameWidth);
    if (light < 1) picture = picture.linear(light ** 0.45, 0); // the pixels are not linear in light
    const pixels = await picture.ensureAlpha().raw().toBuffer();
    return { ...size, data: new Uint8ClampedArray(pixels) };
  };
}
