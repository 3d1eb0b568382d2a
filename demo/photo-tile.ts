import { type Image, isKerbsideError } from 'kerbside';
import { h } from './dom.ts';
import { bytes } from './format.ts';
import type { Thumbnails } from './thumbnails.ts';

export function photoTile(image: Image, thumbnails: Thumbnails, onRemove: () => void): HTMLElement {
  const frame = h('div', { class: 'frame' });
  void showIn(frame, image, thumbnails);
  const size = `${image.imageWidth}\u00a0×\u00a0${image.imageHeight}`;
  return h(
    'li',
    { class: 'tile' },
    frame,
    h('p', { class: 'tile-name', title: image.name }, image.name),
    h('p', { class: 'quiet' }, `${size} · ${bytes(image.binarySize)}`),
    h(
      'button',
      {
        type: 'button',
        class: 'remove',
        'aria-label': `Remove photo ${image.name}`,
        on: { click: onRemove },
      },
      '×',
    ),
  );
}

async function showIn(frame: HTMLElement, image: Image, thumbnails: Thumbnails): Promise<void> {
  try {
    frame.append(h('img', { src: await thumbnails.make(image.id), alt: image.name }));
  } catch (error) {
    const why = isKerbsideError(error, 'photo_damaged')
      ? 'This photo was damaged. Take it again.'
      : `No preview of ${image.mimetype.replace('image/', '').toUpperCase()} in this browser`;
    frame.append(h('span', { class: 'quiet' }, why));
  }
}
