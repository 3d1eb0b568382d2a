import type { Image } from 'kerbside';
import { h } from './dom.ts';
import { type Mark, markLabel } from './marks.ts';

/** Names beside the outlines. In HTML and not in the drawing: they keep their size when the photo changes its own. */
export function markLabels(
  { imageWidth, imageHeight }: Pick<Image, 'imageWidth' | 'imageHeight'>,
  marks: readonly Mark[],
): HTMLElement[] {
  return marks.map((mark) => {
    const { xmin, ymin, width, height } = mark.view.boundingBox;
    const label = h('span', { class: 'mark-label', 'aria-hidden': 'true' }, markLabel(mark));
    label.dataset.damage = mark.damage.id;
    const across = (xmin + width / 2) / imageWidth;
    const share = (pixels: number) => `${(pixels / imageHeight) * 100}%`;
    label.style.setProperty('--left', `${across * 100}%`);
    // Shifted by as much as it is to the right, it never leaves the photo.
    label.style.setProperty('--shift', `${across * -100}%`);
    label.style.setProperty('--above', share(ymin));
    label.style.setProperty('--below', share(ymin + height));
    return label;
  });
}

/**
 * Puts each label above its outline, or below where something else is, or away until it is chosen: names in a heap
 * can not be read. The last outlines are the smallest, and the first to get room.
 */
export function spreadLabels(photo: HTMLElement): void {
  const { top, bottom } = photo.getBoundingClientRect();
  const taken: DOMRect[] = [];
  for (const label of [...photo.querySelectorAll<HTMLElement>('.mark-label')].reverse()) {
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
