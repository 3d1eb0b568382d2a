import { type Box, intersectionOverSmaller, iou } from '../geometry/box.ts';

/** The threshold of non-maximum suppression (NMS): of two boxes with a higher IoU, the one with the lower score is removed. */
export const NMS_IOU = 0.5;
/** Disjoint types only: of two boxes that share more than this fraction of the smaller one, the worse is removed. */
const NMS_CONTAINMENT = 0.5;
/** The most boxes of a type that are kept. COCO's evaluation considers as many. */
const MAX_BOXES_PER_TYPE = 100;

export interface ScoredBox {
  type: number;
  score: number;
  box: Box;
}

/**
 * Removes, within each type, the boxes that overlap a better one. Returns the rest, best first.
 *
 * @param isDisjointType Whether objects of this type never contain each other. True for wheels: of 1,486 labelled
 *   wheels, no two share half of the smaller box. A scratch may well lie inside a larger scratch.
 */
export function suppressNonMaxima<T extends ScoredBox>(
  boxes: readonly T[],
  isDisjointType?: (type: number) => boolean,
): T[] {
  return groupByNms(boxes, isDisjointType).map(([best]) => best);
}

/**
 * Returns each box that NMS keeps, followed by the boxes that it suppresses, best first. A box that overlaps several
 * kept boxes goes to the best of them.
 */
export function groupByNms<T extends ScoredBox>(
  boxes: readonly T[],
  isDisjointType: (type: number) => boolean = () => false,
): [T, ...T[]][] {
  const suppresses = (better: T, { type, box }: T) =>
    iou(better.box, box) > NMS_IOU ||
    (isDisjointType(type) && intersectionOverSmaller(better.box, box) > NMS_CONTAINMENT);
  const groupsByType = new Map<number, [T, ...T[]][]>();
  const groups: [T, ...T[]][] = [];
  for (const candidate of [...boxes].sort((a, b) => b.score - a.score)) {
    const better = groupsByType.get(candidate.type) ?? [];
    const group = better.find(([best]) => suppresses(best, candidate));
    if (group) group.push(candidate);
    else if (better.length < MAX_BOXES_PER_TYPE) {
      const newGroup: [T] = [candidate];
      groupsByType.set(candidate.type, [...better, newGroup]);
      groups.push(newGroup);
    }
  }
  return groups;
}
