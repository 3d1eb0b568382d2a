import { KerbsideError } from '../errors.ts';
import { type Box, clampBox } from './box.ts';
import { calibrate, rawScoreFor } from './calibration.ts';
import type { Canvas } from './canvas.ts';
import { decodeHeads, type FeatureMap } from './decode-heads.ts';
import type { DetectorEntry } from './model-manifest.ts';
import { outline } from './outline.ts';
import type { Point } from './polygon.ts';
import { suppress } from './suppress.ts';
import { tighten } from './tighten.ts';

/** Something the model found, in pixels of the upright photo. */
export interface Finding {
  type: string;
  /** Calibrated: about this part of such findings are right. */
  confidence: number;
  box: Box;
  polygons: Point[][];
}

type Outputs = Readonly<Record<string, FeatureMap>>;

/** Shape of the photo that was laid on the canvas. */
interface Photo {
  width: number;
  height: number;
}

/** From a detector's raw outputs to findings of at least `threshold` confidence, best first. */
export function findingsIn(
  outputs: Outputs,
  model: Pick<DetectorEntry, 'outputs' | 'types'>,
  canvas: Canvas,
  photo: Photo,
  threshold: number,
): Finding[] {
  const { levels, prototypes, prototypeCount, bins } = model.outputs;
  const maps = levels.map(({ name, stride }) => ({ stride, map: outputNamed(outputs, name) }));
  const masks = outputNamed(outputs, prototypes);
  const layout = { types: model.types.length, bins, prototypes: prototypeCount };
  const thresholds = model.types.map(({ calibration }) => rawScoreFor(threshold, calibration));
  const isWheel = (type: number) => model.types[type]?.role === 'wheel';
  const found = suppress(decodeHeads(maps, layout, thresholds), isWheel).flatMap((candidate) => {
    const type = model.types[candidate.type];
    const box = clampBox(candidate.box, photo.width * canvas.scale, photo.height * canvas.scale);
    if (!type || box.x1 - box.x0 < 1 || box.y1 - box.y0 < 1) return [];
    const rings = outline(masks, candidate.coefficients, box);
    return [
      {
        type: type.name,
        confidence: calibrate(candidate.score, type.calibration),
        box: toPhoto(tighten(box, rings), canvas.scale),
        polygons: rings.map((ring) => ring.map(([x, y]): Point => [x / canvas.scale, y / canvas.scale])),
      },
    ];
  });
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** Findings that are damages: neither facts for the wheel task nor things that only look like damage. */
export function onlyDamages(findings: readonly Finding[], model: Pick<DetectorEntry, 'types'>): Finding[] {
  const damages = new Set(model.types.filter(({ role }) => role === 'damage').map(({ name }) => name));
  return findings.filter(({ type }) => damages.has(type));
}

/** The lowest of the types' best thresholds. */
export function leastThreshold({ types }: Pick<DetectorEntry, 'types'>): number {
  return Math.min(...types.map(({ bestThreshold }) => bestThreshold));
}

/** Findings of at least their type's best confidence: for parts and wheels, where nobody says how sure is enough. */
export function clearFindings(
  findings: readonly Finding[],
  { types }: Pick<DetectorEntry, 'types'>,
): Finding[] {
  const least = new Map(types.map(({ name, bestThreshold }) => [name, bestThreshold]));
  return findings.filter(({ type, confidence }) => confidence >= (least.get(type) ?? 1));
}

function toPhoto({ x0, y0, x1, y1 }: Box, scale: number): Box {
  return { x0: x0 / scale, y0: y0 / scale, x1: x1 / scale, y1: y1 / scale };
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
