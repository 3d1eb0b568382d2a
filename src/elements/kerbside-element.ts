import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import { type Names, namesIn } from '../domain/names/names.ts';
import { type ElementLanguage, getLanguage, messagesIn } from './locales/language.ts';
import type { ElementMessages } from './locales/messages.ts';

/** Base class of the elements: texts in the language of `lang`, and events that cross shadow roots. */
export class KerbsideElement extends LitElement {
  static override properties: PropertyDeclarations = { lang: { reflect: true } };

  constructor() {
    super();
    this.setDefaults();
  }

  /** The language of the texts. */
  protected get language(): ElementLanguage {
    return getLanguage(this);
  }

  protected get messages(): ElementMessages {
    return messagesIn(this.language);
  }

  protected get names(): Names {
    return namesIn(this.language);
  }

  /** Gives properties without a value their defaults. A framework sets a property that is gone to `undefined`. */
  protected setDefaults(): void {}

  protected override willUpdate(_changed: PropertyValues<this>): void {
    this.setDefaults();
  }

  protected emit<Detail>(type: string, detail: Detail): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
