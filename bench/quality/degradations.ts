import { discKernel, type Kernel, motionKernel } from './kernels.ts';
import { filtered, type LinearPicture, photographed, type Rgba, type SensorNoise } from './linear-picture.ts';

export type Spoiling = 'blur' | 'dark' | 'bright' | 'flare';

export interface Degradation {
  name: string;
  spoils: Spoiling;
  /** True if a person would ask for a new photo. Decided by viewing the photos, not by their scores. */
  rejected: boolean;
  apply(picture: LinearPicture, seed: number): Promise<Rgba>;
}

/** How a scene is photographed. */
type Light = (picture: LinearPicture, seed: number) => Promise<Rgba>;

/** Noise of a scaled-down daylight photo of a phone: about 1 level of 255. */
const daylight: SensorNoise = { read: 0.0006, shot: 0.00005 };
/** Noise of a phone at high gain: about 3 levels in the shadows. */
const dim: SensorNoise = { read: 0.002, shot: 0.0002 };

export function untouched(picture: LinearPicture, seed: number): Promise<Rgba> {
  return photographed(picture, { gain: 1, noise: daylight, seed });
}

/** The same in poor light, 2 stops darker and noisy: can blur still be detected? */
export function inPoorLight(picture: LinearPicture, seed: number): Promise<Rgba> {
  return photographed(picture, { gain: 1 / 4, noise: dim, seed });
}

/** Strengths are fractions of the longer side, so they apply to photos of any size. */
export const blurs: Degradation[] = [
  ...[0.002, 0.0035, 0.005, 0.0075, 0.01].map((sigma) => gaussian(sigma, sigma >= 0.005)),
  ...[0.005, 0.0075, 0.01, 0.015].map((radius) => defocus(radius, radius >= 0.01)),
  ...[0.01, 0.02, 0.03, 0.05].map((length) => motion(length, length >= 0.02)),
];

/** Compared with sharp photos in the same poor light. */
export const blursInPoorLight: Degradation[] = [
  gaussian(0.005, true, inPoorLight),
  defocus(0.01, true, inPoorLight),
  motion(0.02, true, inPoorLight),
];

export const darkenings: Degradation[] = [1, 2, 3, 4].map((stops) => ({
  name: `${stops} stop(s) darker`,
  spoils: 'dark',
  rejected: stops >= 3,
  apply: (picture, seed) => photographed(picture, { gain: 2 ** -stops, noise: dim, seed }),
}));

export const brightenings: Degradation[] = [1, 1.5, 2, 3].map((stops) => ({
  name: `${stops} stop(s) brighter`,
  spoils: 'bright',
  rejected: stops >= 2,
  apply: (picture, seed) => photographed(picture, { gain: 2 ** stops, noise: daylight, seed }),
}));

export const flares: Degradation[] = [0.25, 0.5, 1, 2].map((strength) => ({
  name: `flare of ${strength}`,
  spoils: 'flare',
  rejected: strength >= 1,
  apply: (picture, seed) =>
    photographed(withFlare(picture, strength, seed), { gain: 1, noise: daylight, seed }),
}));

function gaussian(sigma: number, rejected: boolean, light: Light = untouched): Degradation {
  return blur(`gaussian, sigma ${percent(sigma)}`, rejected, light, (picture) =>
    filtered(picture, (image) => image.blur(sigma * longerSide(picture))),
  );
}

function defocus(radius: number, rejected: boolean, light: Light = untouched): Degradation {
  return blur(`defocus disc, radius ${percent(radius)}`, rejected, light, (picture) =>
    convolved(picture, discKernel(radius * longerSide(picture))),
  );
}

/** The photo's seed selects one of 4 directions. */
function motion(length: number, rejected: boolean, light: Light = untouched): Degradation {
  return blur(`motion, length ${percent(length)}`, rejected, light, (picture, seed) =>
    convolved(picture, motionKernel(length * longerSide(picture), (seed % 4) * 45 + 10)),
  );
}

function blur(
  name: string,
  rejected: boolean,
  light: Light,
  filter: (picture: LinearPicture, seed: number) => Promise<LinearPicture>,
): Degradation {
  return {
    name,
    spoils: 'blur',
    rejected,
    apply: async (picture, seed) => light(await filter(picture, seed), seed),
  };
}

function convolved(picture: LinearPicture, { size, weights }: Kernel): Promise<LinearPicture> {
  return filtered(picture, (image) =>
    image.convolve({ width: size, height: size, kernel: weights, scale: 1 }),
  );
}

/** The sun in or near the frame: a blown core, a wide soft halo, and a thin veil over everything. */
function withFlare({ width, height, data }: LinearPicture, strength: number, seed: number): LinearPicture {
  const side = Math.max(width, height);
  const [cx, cy] = [width * (0.2 + 0.2 * (seed % 4)), height * (0.1 + 0.15 * (seed % 3))];
  const lit = new Uint16Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const pixel = Math.floor(at / 3);
    const away = Math.hypot((pixel % width) - cx, Math.floor(pixel / width) - cy) / side;
    const light = strength * (Math.exp(-((away / 0.08) ** 2)) + 0.5 * Math.exp(-away / 0.2) + 0.05);
    lit[at] = Math.min(65535, (data[at] ?? 0) + light * 65535);
  }
  return { width, height, data: lit };
}

function longerSide({ width, height }: LinearPicture): number {
  return Math.max(width, height);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
