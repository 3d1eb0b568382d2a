import type { Image } from '../../domain/records/image.ts';
import type { Alignment } from '../align/align-photos.ts';
import { applyHomography, type Homography, IDENTITY, invertHomography } from '../align/homography.ts';
import { type Box, boxArea, intersectionOverSmaller, iou } from '../geometry/box.ts';
import type { Size } from '../geometry/size.ts';
import { type ComparableInspection, type Location, locateDamages } from './located-damage.ts';

/** Where the points of an earlier photo are on a later photo of the same side. */
export interface PhotoAlignment extends Alignment {
  beforeImageId: string;
  afterImageId: string;
}

/** The place of an earlier damage relative to that of a later one, on two aligned photos. */
export interface PlaceRelation {
  /** `near`: too close to each other to be certain. */
  place: 'same' | 'near' | 'other';
  iou: number;
  /** Area of the later damage relative to the earlier one; undefined if the earlier photo shows only part of it. */
  growth: number | undefined;
}

/** From this IoU on, two damages are at the same place. */
const SAME_PLACE_IOU = 0.2;
/** A damage that contains another one at its place is the same, grown. */
const CONTAINED = 0.7;
/** A mapping counts at a place if so many points within this distance of it were found on both photos. */
const MIN_SUPPORT = 3;
const SUPPORT_DISTANCE = 0.08;
/** Boxes that are apart by less than this, in fractions of the longer side, are near: mappings are not exact. */
const NEAR = 0.03;

/**
 * Returns the mapping of two photos near a box of the earlier one: of identical files the identity, otherwise the alignment
 * that was found, if it holds there. Two sides of a vehicle in front of one wall align too, but only at the wall.
 */
export function findMapping(
  before: Image,
  after: Image,
  box: Box,
  alignments: readonly PhotoAlignment[],
): Homography | undefined {
  if (before.sha256 !== undefined && before.sha256 === after.sha256) return IDENTITY;
  const found = alignments.find(
    ({ beforeImageId, afterImageId }) => beforeImageId === before.id && afterImageId === after.id,
  );
  return found && countSupport(found, box) >= MIN_SUPPORT ? found.mapping : undefined;
}

/**
 * Returns whether a photo of the other inspection shows the place of a damage. Undefined if the two photos are not aligned there.
 */
export function showsPlace(
  image: Image,
  { image: shownOn, box }: Location,
  alignments: readonly PhotoAlignment[],
): boolean | undefined {
  if (image.sha256 !== undefined && image.sha256 === shownOn.sha256) return true;
  for (const alignment of alignments) {
    const { beforeImageId, afterImageId, mapping } = alignment;
    const isEarlier = beforeImageId === image.id && afterImageId === shownOn.id;
    const isLater = afterImageId === image.id && beforeImageId === shownOn.id;
    if (!isEarlier && !isLater) continue;
    const toImage = isLater ? mapping : invertHomography(mapping);
    if (!toImage) continue;
    const mapped = mapBox(toImage, box);
    if (!isCenterInside(mapped, image)) return false;
    return countSupport(alignment, isLater ? box : mapped) >= MIN_SUPPORT ? true : undefined;
  }
  return undefined;
}

/** Returns the alignments that hold near a damage: the others align walls behind the vehicle. */
export function filterTrustedAlignments(
  alignments: readonly PhotoAlignment[],
  before: ComparableInspection,
  after: ComparableInspection,
): PhotoAlignment[] {
  const [earlier, later] = [before, after].map((inspection) =>
    locateDamages(inspection).flatMap(({ locations }) => locations),
  );
  return alignments.filter((alignment) => {
    const back = invertHomography(alignment.mapping);
    const boxes = [
      ...(earlier ?? []).flatMap(({ image, box }) => (image.id === alignment.beforeImageId ? [box] : [])),
      ...(later ?? []).flatMap(({ image, box }) =>
        back && image.id === alignment.afterImageId ? [mapBox(back, box)] : [],
      ),
    ];
    return boxes.some((box) => countSupport(alignment, box) >= MIN_SUPPORT);
  });
}

function countSupport({ support }: PhotoAlignment, { x0, y0, x1, y1 }: Box): number {
  const reach = SUPPORT_DISTANCE;
  return support.filter(([x, y]) => x > x0 - reach && x < x1 + reach && y > y0 - reach && y < y1 + reach)
    .length;
}

/**
 * Compares the places of an earlier and a later damage on two photos.
 *
 * @returns Undefined if the photos are not aligned, or if the later photo does not show the place of the earlier damage.
 */
export function relatePlaces(
  before: Location,
  after: Location,
  alignments: readonly PhotoAlignment[],
): PlaceRelation | undefined {
  const mapping = findMapping(before.image, after.image, before.box, alignments);
  if (!mapping) return undefined;
  const box = mapBox(mapping, before.box);
  if (!isCenterInside(box, after.image)) return undefined;
  const overlap = iou(box, after.box);
  const isContained = intersectionOverSmaller(box, after.box) >= CONTAINED;
  const isSame = overlap >= SAME_PLACE_IOU || isContained;
  const isNear = iou(inflate(box), inflate(after.box)) > 0;
  return {
    place: isSame ? 'same' : isNear ? 'near' : 'other',
    iou: overlap,
    growth: isCut(before) ? undefined : boxArea(after.box) / Math.max(1e-9, boxArea(box)),
  };
}

/** Returns the box around the mapped corners. */
export function mapBox(mapping: Homography, { x0, y0, x1, y1 }: Box): Box {
  const corners = (
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ] as const
  ).map((corner) => applyHomography(mapping, corner));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

function isCenterInside({ x0, y0, x1, y1 }: Box, image: Image): boolean {
  const { width, height } = getRelativeSize(image);
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

/** Whether the border of the photo cuts the damage. */
function isCut({ box: { x0, y0, x1, y1 }, image }: Location): boolean {
  const { width, height } = getRelativeSize(image);
  const border = 0.01;
  return x0 < border || y0 < border || x1 > width - border || y1 > height - border;
}

function getRelativeSize({ imageWidth, imageHeight }: Image): Size {
  const side = Math.max(imageWidth, imageHeight);
  return { width: imageWidth / side, height: imageHeight / side };
}

function inflate({ x0, y0, x1, y1 }: Box): Box {
  return { x0: x0 - NEAR / 2, y0: y0 - NEAR / 2, x1: x1 + NEAR / 2, y1: y1 + NEAR / 2 };
}
