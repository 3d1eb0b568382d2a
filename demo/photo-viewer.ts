import { type Image, isKerbsideError, type Kerbside } from 'kerbside';
import { damageRow } from './damage-row.ts';
import { h, showItems } from './dom.ts';
import { count } from './format.ts';
import { markLabels, spreadLabels } from './mark-labels.ts';
import { type Mark, marksOn } from './marks.ts';
import { outlineButtons } from './outlines.ts';
import { ProblemArea } from './problem.ts';
import type { Shown } from './section.ts';

/** A photo in large, with what is seen on it: an outline and its line in the list are chosen together. */
export class PhotoViewer {
  readonly #kerbside: Kerbside;
  readonly #inspectionId: string;
  readonly #problem = new ProblemArea();
  readonly #title = h('h2', { id: 'viewer-title' });
  readonly #photo = h('div', { class: 'photo' });
  readonly #summary = h('p', { class: 'quiet' });
  readonly #list = h('ul', { class: 'lines' });
  readonly #steps: HTMLElement;
  readonly element: HTMLDialogElement;
  #shown: Shown | undefined;
  #image: Image | undefined;
  #drawn = '';
  #selected: string | undefined;
  #url: string | undefined;

  constructor(kerbside: Kerbside, inspectionId: string) {
    this.#kerbside = kerbside;
    this.#inspectionId = inspectionId;
    const button = (label: string, text: string, click: () => void) =>
      h('button', { type: 'button', class: 'round', 'aria-label': label, on: { click } }, text);
    this.#steps = h(
      'div',
      { class: 'steps' },
      button('Previous photo', '‹', () => this.#step(-1)),
      button('Next photo', '›', () => this.#step(1)),
    );
    this.element = h(
      'dialog',
      { class: 'viewer', 'aria-labelledby': 'viewer-title' },
      h(
        'header',
        {},
        this.#title,
        this.#steps,
        button('Close', '×', () => this.element.close()),
      ),
      h('div', { class: 'stage' }, this.#photo),
      h('div', { class: 'seen' }, this.#summary, this.#problem.element, this.#list),
    );
    new ResizeObserver(() => spreadLabels(this.#photo)).observe(this.#photo);
    this.element.addEventListener('close', () => this.#clear());
    this.element.addEventListener('keydown', ({ key }) => {
      if (key === 'ArrowLeft') this.#step(-1);
      if (key === 'ArrowRight') this.#step(1);
    });
  }

  open(imageId: string, damageId?: string): void {
    this.#selected = damageId;
    if (!this.element.open) this.element.showModal();
    this.#show(imageId);
  }

  update(shown: Shown): void {
    this.#shown = shown;
    if (!this.#image) return;
    const image = this.#images().find(({ id }) => id === this.#image?.id);
    if (image) this.#draw(image);
    else this.element.close();
  }

  #images(): Image[] {
    return Object.values(this.#shown?.entities.images ?? {}).filter(({ deletedAt }) => !deletedAt);
  }

  #step(by: 1 | -1): void {
    const images = this.#images();
    const at = images.findIndex(({ id }) => id === this.#image?.id);
    const next = images[(at + by + images.length) % images.length];
    if (!next || images.length < 2) return;
    this.#selected = undefined;
    this.#show(next.id);
  }

  #show(imageId: string): void {
    const images = this.#images();
    const at = images.findIndex(({ id }) => id === imageId);
    const image = images[at];
    if (!image) return;
    this.#clear();
    this.#image = image;
    this.#title.textContent =
      images.length > 1 ? `${image.name} (${at + 1} of ${images.length})` : image.name;
    this.#steps.hidden = images.length < 2;
    this.#photo.style.setProperty('--ratio', String(image.imageWidth / image.imageHeight));
    this.#draw(image);
    void this.#load(image);
  }

  /** Draws anew only when something else is seen on the photo, so that the focus stays where it is. */
  #draw(image: Image): void {
    const marks = this.#shown ? marksOn(image.id, this.#shown.entities) : [];
    const drawn = marks.map(({ view }) => view.id).join();
    if (drawn !== this.#drawn || marks.length === 0) {
      this.#drawn = drawn;
      for (const old of this.#photo.querySelectorAll('.outlines, .mark-label')) old.remove();
      const select = (damageId: string) => this.#select(this.#selected === damageId ? undefined : damageId);
      this.#photo.append(outlineButtons(image, marks, select), ...markLabels(image, marks));
      spreadLabels(this.#photo);
    }
    this.#summary.textContent = this.#summaryOf(image, marks);
    showItems(
      this.#list,
      [...new Map(marks.map((mark) => [mark.damage.id, mark])).values()].reverse(),
      ({ damage }) => damage.id,
      ({ damage }) =>
        damageRow(damage, {
          select: () => this.#select(this.#selected === damage.id ? undefined : damage.id),
          remove: () =>
            this.#problem.attempt(() => this.#kerbside.damages.deleteOne(this.#inspectionId, damage.id)),
        }),
    );
    this.#select(this.#selected);
  }

  #summaryOf(image: Image, marks: readonly Mark[]): string {
    if (marks.length > 0) return `${count(marks.length, 'damage')} on this photo`;
    const tasks = Object.values(this.#shown?.entities.tasks ?? {});
    const ended = tasks.some(
      ({ name, status, images }) =>
        name === 'damage_detection' &&
        (status === 'DONE' || status === 'VALIDATED') &&
        images.some(({ imageId }) => imageId === image.id),
    );
    return ended ? 'No damage was found on this photo.' : 'This photo has not been analysed.';
  }

  #select(damageId: string | undefined): void {
    this.#selected = damageId;
    this.#photo.classList.toggle('has-selection', damageId !== undefined);
    for (const part of this.element.querySelectorAll<HTMLElement | SVGElement>('[data-damage]')) {
      const isSelected = part.dataset.damage === damageId;
      part.classList.toggle('selected', isSelected);
      if (part.matches('button, [role="button"]')) part.setAttribute('aria-pressed', String(isSelected));
      if (isSelected && part.matches('.line *')) part.scrollIntoView({ block: 'nearest' });
    }
  }

  async #load(image: Image): Promise<void> {
    try {
      const { bytes, type } = await this.#kerbside.images.photo(image.id);
      if (this.#image?.id !== image.id) return; // another one was opened meanwhile
      this.#url = URL.createObjectURL(new Blob([bytes], { type }));
      const picture = h('img', { src: this.#url, alt: `Photo ${image.name}` });
      picture.addEventListener('error', () =>
        picture.replaceWith(h('p', {}, 'This browser can not show it.')),
      );
      this.#photo.prepend(picture);
    } catch (error) {
      if (!isKerbsideError(error, 'closed')) this.#problem.show(error);
    }
  }

  #clear(): void {
    this.#image = undefined;
    this.#drawn = '';
    this.#problem.clear();
    this.#photo.replaceChildren();
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
  }
}
