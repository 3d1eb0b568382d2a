import { h } from './dom.ts';

/** A progress bar and what it is about, in words. Before the first number it only says that something is going on. */
export class ProgressLine {
  readonly #bar: HTMLProgressElement;
  readonly #text = h('span', { class: 'quiet' });
  readonly element: HTMLElement;

  constructor(name: string) {
    this.#bar = h('progress', { 'aria-label': name });
    this.element = h('div', { class: 'progress-line' }, this.#bar, this.#text);
  }

  show(done: number, total: number, text: string): void {
    this.#bar.max = Math.max(1, total);
    this.#bar.value = done;
    this.#text.textContent = text;
  }

  /** Under way, nobody knows how far. */
  wait(text: string): void {
    this.#bar.removeAttribute('value');
    this.#text.textContent = text;
  }
}
