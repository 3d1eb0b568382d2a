export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Size = Pick<Rectangle, 'width' | 'height'>;

/**
 * A place for each label near its box and inside the picture, off the labels before it where there is room: on
 * the box, in its corner if that is large, under it, then further and further down. In the order given, so the first has the best place.
 */
export function placeLabels(labels: readonly { box: Rectangle; size: Size }[], picture: Size): Rectangle[] {
  const placed: Rectangle[] = [];
  for (const { box, size } of labels) {
    const tried = candidates(box, size, picture).map(({ x, y }) => inside({ x, y, ...size }, picture));
    const free = tried.find((place) => placed.every((other) => !overlaps(place, other)));
    placed.push(free ?? tried[0] ?? inside({ ...box, ...size }, picture));
  }
  return placed;
}

function candidates(box: Rectangle, { width, height }: Size, picture: Size): { x: number; y: number }[] {
  const [left, right] = [box.x, box.x + box.width - width];
  const [over, under, bottom] = [box.y - height, box.y + box.height, box.y + box.height - height];
  const fits = (y: number) => y >= 0 && y + height <= picture.height;
  const corner = { x: left, y: box.y };
  // In a small box a label would hide what it names.
  const roomy = box.width >= 1.2 * width && box.height >= 3 * height;
  const near = [
    { x: left, y: over },
    ...(roomy ? [corner] : []),
    { x: left, y: under },
    { x: right, y: over },
    { x: right, y: under },
    { x: right, y: bottom },
  ].filter(({ y }) => fits(y));
  const steps = Math.ceil(picture.height / height);
  const further = Array.from({ length: steps }, (_, step) => ({ x: left, y: box.y + step * height }));
  return [...near, ...further.filter(({ y }) => fits(y)), corner];
}

function inside({ x, y, width, height }: Rectangle, picture: Size): Rectangle {
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
