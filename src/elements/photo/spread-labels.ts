/**
 * Puts each label above its outline, or below where something else is, or away until it is chosen: names in a heap
 * can not be read. The last outlines are the smallest, and the first to get room.
 */
export function spreadLabels(frame: Element): void {
  const { top, bottom } = frame.getBoundingClientRect();
  const taken: DOMRect[] = [];
  for (const label of [...frame.querySelectorAll<HTMLElement>('.label')].reverse()) {
    label.dataset.place = 'away';
    for (const place of ['above', 'below']) {
      label.dataset.place = place;
      const box = label.getBoundingClientRect();
      const isFree = box.top >= top && box.bottom <= bottom && !taken.some((other) => overlap(box, other));
      if (isFree) {
        taken.push(box);
        break;
      }
      label.dataset.place = 'away';
    }
  }
}

function overlap(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
