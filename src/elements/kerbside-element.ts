import { LitElement, type PropertyDeclarations } from 'lit';
import { type Names, namesIn } from '../domain/names/names.ts';
import { getLanguage, messagesIn } from './locales/language.ts';
import type { ElementMessages } from './locales/messages.ts';

/** Base class of the elements: texts in the language of `lang`, and events that cross shadow roots. */
export class KerbsideElement extends LitElement {
  static override properties: PropertyDeclarations = { lang: { reflect: true } };

  protected get messages(): ElementMessages {
    return messagesIn(getLanguage(this));
  }

  protected get names(): Names {
    return namesIn(getLanguage(this));
  }

  protected emit<Detail>(type: string, detail: Detail): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
