export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Size = Pick<Rectangle, 'width' | 'height'>;

/**
 * Returns a position for each label: near its box, inside the picture, and free of the labels before it if there is room.
 *
 * Tries above the box, in its corner if the box is large, below it, then further and further down. Labels are placed in
 * the given order, so the first gets the best position.
 */
export function placeLabels(labels: readonly { box: Rectangle; size: Size }[], picture: Size): Rectangle[] {
  const placed: Rectangle[] = [];
  for (const { box, size } of labels) {
    const candidates = listCandidates(box, size, picture).map(({ x, y }) =>
      clampToPicture({ x, y, ...size }, picture),
    );
    const free = candidates.find((place) => placed.every((other) => !overlaps(place, other)));
    placed.push(free ?? candidates[0] ?? clampToPicture({ ...box, ...size }, picture));
  }
  return placed;
}

function listCandidates(box: Rectangle, { width, height }: Size, picture: Size): { x: number; y: number }[] {
  const [left, right] = [box.x, box.x + box.width - width];
  const [above, below, bottom] = [box.y - height, box.y + box.height, box.y + box.height - height];
  const fits = (y: number) => y >= 0 && y + height <= picture.height;
  const corner = { x: left, y: box.y };
  // In a small box a label would hide the damage.
  const isRoomy = box.width >= 1.2 * width && box.height >= 3 * height;
  const near = [
    { x: left, y: above },
    ...(isRoomy ? [corner] : []),
    { x: left, y: below },
    { x: right, y: above },
    { x: right, y: below },
    { x: right, y: bottom },
  ].filter(({ y }) => fits(y));
  const steps = Math.ceil(picture.height / height);
  const further = Array.from({ length: steps }, (_, step) => ({ x: left, y: box.y + step * height }));
  return [...near, ...further.filter(({ y }) => fits(y)), corner];
}

function clampToPicture({ x, y, width, height }: Rectangle, picture: Size): Rectangle {
  return {
    x: Math.max(0, Math.min(x, picture.width - width)),
    y: Math.max(0, Math.min(y, picture.height - height)),
    width,
    height,
  };
}

export function overlaps(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
