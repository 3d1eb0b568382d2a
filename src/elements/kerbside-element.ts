import { LitElement, type PropertyDeclarations } from 'lit';
import { languageOf } from './locales/language.ts';
import { type ElementWords, wordsIn } from './locales/messages.ts';
import { type Names, namesIn } from './locales/names.ts';

/** What the elements share: they speak the language of their `lang`, and tell of things in events that leave them. */
export class KerbsideElement extends LitElement {
  static override properties: PropertyDeclarations = { lang: { reflect: true } };

  protected get words(): ElementWords {
    return wordsIn(languageOf(this));
  }

  protected get names(): Names {
    return namesIn(languageOf(this));
  }

  protected tell<Detail>(type: string, detail: Detail): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
