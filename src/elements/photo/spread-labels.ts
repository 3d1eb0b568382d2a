/**
 * Puts each label above its outline, or below or inside where something else is, or away until it is chosen: names in a
 * heap can not be read. What is chosen gets room first; then the last outlines, which are the smallest.
 */
export function spreadLabels(frame: Element): void {
  const { top, bottom } = frame.getBoundingClientRect();
  const taken: DOMRect[] = [];
  const labels = [...frame.querySelectorAll<HTMLElement>('.label')].reverse();
  const isChosen = (label: HTMLElement) => Number(label.classList.contains('chosen'));
  for (const label of labels.sort((a, b) => isChosen(b) - isChosen(a))) {
    label.dataset.place = 'away';
    for (const place of ['above', 'below', 'inside']) {
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
