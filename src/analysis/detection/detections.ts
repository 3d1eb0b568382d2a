import { KerbsideError } from '../../errors.ts';
import { type Box, clampBox, meanBox } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';
import type { DetectorEntry } from '../model-manifest.ts';
import { calibrate, rawScoreFor } from './calibration.ts';
import { type Candidate, decodeHeads, type FeatureMap } from './decode-heads.ts';
import { outline } from './mask-outline.ts';
import { agree } from './merge-scales.ts';
import type { Canvas } from './model-canvas.ts';
import { suppress } from './non-maximum-suppression.ts';
import { tighten } from './tighten-box.ts';

/** Something the model found, in pixels of the upright photo. */
export interface Detection {
  type: string;
  /** Calibrated: about this part of such findings are right. */
  confidence: number;
  box: Box;
  /** As the finest look has it: where looks differ, it may lie a little out of the box. */
  polygons: Point[][];
}

type Outputs = Readonly<Record<string, FeatureMap>>;

/** One run of a detector: what it answered, and how the photo was laid into its input. */
export interface ScaleOutput {
  outputs: Outputs;
  canvas: Canvas;
}

/** A candidate of one look, its box in pixels of the photo. */
interface Sight extends Candidate {
  look: ScaleOutput;
}

/** Shape of the photo that was laid on the canvas. */
interface Photo {
  width: number;
  height: number;
}

/** Of several looks, one that is this much less sure of a thing than is asked for still has its say. */
const FAINT = 0.25;

/**
 * From what a detector answered on each look at a photo, the finest first, to findings of at least `threshold` confidence,
 * best first.
 */
export function detectionsFrom(
  looks: readonly ScaleOutput[],
  model: Pick<DetectorEntry, 'outputs' | 'types'>,
  photo: Photo,
  threshold: number,
): Detection[] {
  const asked = model.types.map(({ calibration }) => rawScoreFor(threshold, calibration));
  const heard = looks.length > 1 ? asked.map((score) => FAINT * score) : asked;
  const isWheel = (type: number) => model.types[type]?.role === 'wheel';
  const seen = looks.map((look) => suppress(sightsOf(look, model, photo, heard), isWheel));
  const found = agree(seen, isWheel).flatMap((agreement) => {
    const type = model.types[agreement.type];
    if (!type || agreement.score < (asked[agreement.type] ?? 1)) return [];
    const drawn = agreement.sights.map((sight) => draw(sight, model.outputs.prototypes, photo));
    const confidence = calibrate(agreement.score, type.calibration);
    return [{ type: type.name, confidence, box: meanBox(drawn), polygons: drawn[0]?.polygons ?? [] }];
  });
  return found.sort((a, b) => b.confidence - a.confidence);
}

function sightsOf(
  look: ScaleOutput,
  { outputs: { levels, prototypeCount, bins }, types }: Pick<DetectorEntry, 'outputs' | 'types'>,
  photo: Photo,
  thresholds: readonly number[],
): Sight[] {
  const maps = levels.map(({ name, stride }) => ({ stride, map: outputNamed(look.outputs, name) }));
  const layout = { types: types.length, bins, prototypes: prototypeCount };
  return decodeHeads(maps, layout, thresholds)
    .map((candidate) => ({ ...candidate, box: scaled(candidate.box, 1 / look.canvas.scale), look }))
    .filter((sight) => {
      const { x0, y0, x1, y1 } = onCanvas(sight, photo);
      return x1 - x0 >= 1 && y1 - y0 >= 1;
    });
}

function draw(sight: Sight, prototypes: string, photo: Photo) {
  const { outputs, canvas } = sight.look;
  const box = onCanvas(sight, photo);
  const rings = outline(outputNamed(outputs, prototypes), sight.coefficients, box);
  return {
    weight: sight.score,
    box: scaled(tighten(box, rings), 1 / canvas.scale),
    polygons: rings.map((ring) => ring.map(([x, y]): Point => [x / canvas.scale, y / canvas.scale])),
  };
}

/** As far as the photo reaches. */
function onCanvas({ box, look: { canvas } }: Sight, { width, height }: Photo): Box {
  return scaled(clampBox(box, width, height), canvas.scale);
}

/** Findings that are damages: neither facts for the wheel task nor things that only look like damage. */
export function onlyDamages(
  findings: readonly Detection[],
  model: Pick<DetectorEntry, 'types'>,
): Detection[] {
  const damages = new Set(model.types.filter(({ role }) => role === 'damage').map(({ name }) => name));
  return findings.filter(({ type }) => damages.has(type));
}

/** The lowest of the types' best thresholds. */
export function leastThreshold({ types }: Pick<DetectorEntry, 'types'>): number {
  return Math.min(...types.map(({ bestThreshold }) => bestThreshold));
}

/** Findings of at least their type's best confidence: for parts and wheels, where nobody says how sure is enough. */
export function aboveTypeThresholds(
  findings: readonly Detection[],
  { types }: Pick<DetectorEntry, 'types'>,
): Detection[] {
  const least = new Map(types.map(({ name, bestThreshold }) => [name, bestThreshold]));
  return findings.filter(({ type, confidence }) => confidence >= (least.get(type) ?? 1));
}

function scaled({ x0, y0, x1, y1 }: Box, scale: number): Box {
  return { x0: x0 * scale, y0: y0 * scale, x1: x1 * scale, y1: y1 * scale };
}

function outputNamed(outputs: Outputs, name: string): FeatureMap {
  const map = outputs[name];
  if (!map) {
    throw new KerbsideError(
      'model_invalid',
      `The model has no output "${name}", which its manifest entry names. Use the model file and manifest of one version.`,
      { details: { outputs: Object.keys(outputs) } },
    );
  }
  return map;
}
