import { LitElement, type PropertyDeclarations } from 'lit';
import { type Names, namesIn } from '../domain/names/names.ts';
import { type ElementLanguage, getLanguage, messagesIn } from './locales/language.ts';
import type { ElementMessages } from './locales/messages.ts';

/** Base class of the elements: texts in the language of `lang`, and events that cross shadow roots. */
export class KerbsideElement extends LitElement {
  static override properties: PropertyDeclarations = { lang: { reflect: true } };

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

  protected emit<Detail>(type: string, detail: Detail): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
