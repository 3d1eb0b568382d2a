import sharp, { type Sharp } from 'sharp';
import { seededRandom } from '../../test/fixtures/random.ts';

/** RGB in linear light, in which blur and exposure are linear. 65535 is white. */
export interface LinearPicture {
  width: number;
  height: number;
  data: Uint16Array;
}

export interface Rgba {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Sensor noise in linear light where white is 1: a constant part, and a part that grows with the light. */
export interface SensorNoise {
  read: number;
  shot: number;
}

const toLinear = Uint16Array.from({ length: 256 }, (_, code) => {
  const value = code / 255;
  return Math.round(65535 * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
});
const toSrgb = Float32Array.from({ length: 65536 }, (_, code) => {
  const value = code / 65535;
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
});

/** Generated once, because that takes longest. The length is prime, so that it does not repeat with the rows. */
const bells = bellShaped(1_000_003);

export async function readLinear(path: string, longerSide: number): Promise<LinearPicture> {
  const { data, info } = await sharp(path)
    .rotate()
    .resize(longerSide, longerSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: Uint16Array.from(data, (code) => toLinear[code] ?? 0),
  };
}

/** Runs a step of sharp on the 16-bit linear samples. */
export async function filtered(
  { width, height, data }: LinearPicture,
  step: (image: Sharp) => Sharp,
): Promise<LinearPicture> {
  const image = sharp(data, { raw: { width, height, channels: 3 } }).toColourspace('rgb16');
  const bytes = await step(image).raw({ depth: 'ushort' }).toBuffer();
  return { width, height, data: new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2) };
}

/** Encodes like a phone: adds noise, clips at white, applies the sRGB curve, and compresses as JPEG. */
export async function photographed(
  { width, height, data }: LinearPicture,
  { gain, noise, seed }: { gain: number; noise: SensorNoise; seed: number },
): Promise<Rgba> {
  const codes = new Uint8Array(data.length);
  let bell = Math.floor(seededRandom(seed).next() * bells.length);
  for (let at = 0; at < data.length; at++) {
    const light = ((data[at] ?? 0) / 65535) * gain;
    bell = (bell + 1) % bells.length;
    const noisy = light + (bells[bell] ?? 0) * Math.sqrt(noise.read * noise.read + noise.shot * light);
    codes[at] = Math.round(toSrgb[Math.round(65535 * Math.min(1, Math.max(0, noisy)))] ?? 0);
  }
  const jpeg = await sharp(codes, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
  const { data: rgba } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width, height, data: new Uint8Array(rgba) };
}

/** The sum of 3 uniform numbers approximates a normal distribution. Its variance is 1/4. */
function bellShaped(count: number): Float32Array {
  const random = seededRandom(1);
  return Float32Array.from(
    { length: count },
    () => 2 * (random.next() + random.next() + random.next() - 1.5),
  );
}
