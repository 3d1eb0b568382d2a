import { type Image, isKerbsideError } from 'kerbside';
import { h } from './dom.ts';
import { fileButton } from './file-button.ts';
import { bytes, count } from './format.ts';
import type { Mark } from './marks.ts';
import { outlinePicture } from './outlines.ts';
import { qualityOf } from './quality.ts';
import type { Thumbnails } from './thumbnails.ts';

export interface TileActions {
  open(): void;
  remove(): void;
  retake(photo: File): void;
}

export interface TileState {
  image: Image;
  marks: readonly Mark[];
  /** No task that rests on this photo has started. */
  canChange: boolean;
}

/** A photo in small: what is seen on it, and whether it is good enough. */
export class PhotoTile {
  readonly #actions: TileActions;
  readonly #frame = h('button', { type: 'button', class: 'frame' });
  readonly #found = h('span', { class: 'found' });
  readonly #verdict = h('div', { class: 'verdict' });
  readonly #words = h('p', { role: 'status' });
  readonly element: HTMLElement;
  #drawn: SVGElement | undefined;
  #shown = '';

  constructor(image: Image, thumbnails: Thumbnails, actions: TileActions) {
    this.#actions = actions;
    const { name } = image;
    const size = `${image.imageWidth}\u00a0×\u00a0${image.imageHeight}`;
    this.#frame.addEventListener('click', () => actions.open());
    this.#verdict.append(this.#words);
    this.element = h(
      'li',
      { class: 'tile' },
      this.#frame,
      h('p', { class: 'tile-name', title: name }, name),
      h('p', { class: 'quiet' }, `${size} · ${bytes(image.binarySize)}`),
      this.#verdict,
      h(
        'button',
        {
          type: 'button',
          class: 'remove',
          'aria-label': `Remove photo ${name}`,
          on: { click: () => actions.remove() },
        },
        '×',
      ),
    );
    void showIn(this.#frame, image, thumbnails);
  }

  update({ image, marks, canChange }: TileState): void {
    const quality = qualityOf(image);
    const state = JSON.stringify([quality, canChange, marks.map(({ view }) => view.id)]);
    if (state === this.#shown) return; // or a person would lose the button that has the focus
    this.#shown = state;
    this.#words.textContent = quality.text;
    this.#verdict.dataset.verdict = quality.verdict;
    this.#verdict.replaceChildren(this.#words);
    if (quality.verdict === 'bad' && canChange) this.#verdict.append(this.#retakeButton(image));
    this.#drawn?.remove();
    this.#drawn = outlinePicture(image, marks);
    this.#found.textContent = marks.length > 0 ? count(marks.length, 'damage') : '';
    this.#frame.append(this.#drawn, this.#found);
    this.#frame.setAttribute(
      'aria-label',
      ['Open photo', image.name, this.#found.textContent].join(' ').trim(),
    );
  }

  #retakeButton({ name }: Image): HTMLElement {
    return fileButton(
      'Retake',
      { accept: 'image/*', capture: 'environment', class: 'secondary small', 'aria-label': `Retake ${name}` },
      ([photo]) => photo && this.#actions.retake(photo),
    );
  }
}

async function showIn(frame: HTMLElement, image: Image, thumbnails: Thumbnails): Promise<void> {
  try {
    frame.prepend(h('img', { src: await thumbnails.make(image.id), alt: '' }));
  } catch (error) {
    const why = isKerbsideError(error, 'photo_damaged')
      ? 'This photo was damaged. Take it again.'
      : `No preview of ${image.mimetype.replace('image/', '').toUpperCase()} in this browser`;
    frame.prepend(h('span', { class: 'quiet' }, why));
  }
}
