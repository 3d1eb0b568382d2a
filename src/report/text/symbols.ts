/** A piece of text that the fonts of the report lack: one character, or a whole word of a script whose letters join. */
export interface SymbolText {
  text: string;
  isRightToLeft: boolean;
}

/** The layout has one character per symbol, from this private area on. */
const FIRST = 0x100000;
const MAX_SYMBOLS = 0xfffe;
/** A longer word is cut: it must fit on a line. */
const MAX_CLUSTERS = 12;
/** Scripts whose characters stand alone. Others join or stack: a word is drawn as a whole. */
const STANDS_ALONE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Latin}]/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Spoofs the order of a line; no use in a name. */
const REMOVED = /[\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]|(?![\n\t])\p{Cc}/gu;
/** Joiners and variation selectors: they mean nothing to the letters of the fonts. */
const IGNORED = /\u200c|\u200d|[\ufe00-\ufe0f]/g;

const words = new Intl.Segmenter('und', { granularity: 'word' });
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Replaces what the fonts lack by private characters, so that the layout measures and breaks all text alike. */
export class Symbols {
  readonly #hasGlyph: (codePoint: number) => boolean;
  readonly #symbols: SymbolText[] = [];
  readonly #chars = new Map<string, string>();

  constructor(hasGlyph: (codePoint: number) => boolean) {
    this.#hasGlyph = hasGlyph;
  }

  /** Returns text as the layout draws it: composed, without control characters, each symbol as one private character. */
  toDrawable(text: string): string {
    const cleaned = text
      .replace(/\p{Cs}/gu, '\ufffd')
      .normalize('NFC')
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replace(/\t/g, ' ')
      .replace(REMOVED, '');
    if (this.#isDrawable(cleaned)) return cleaned;
    return [...words.segment(cleaned)].map(({ segment }) => this.#replace(segment)).join('');
  }

  /** Returns the symbol that a private character stands for. */
  get(char: string): SymbolText | undefined {
    return this.#symbols[(char.codePointAt(0) ?? 0) - FIRST];
  }

  /** Returns the text that a person wrote. */
  toPlain(drawable: string): string {
    return Array.from(drawable, (char) => this.get(char)?.text ?? char).join('');
  }

  list(): readonly SymbolText[] {
    return this.#symbols;
  }

  #replace(segment: string): string {
    if (/^\p{Zs}+$/u.test(segment) && !this.#isDrawable(segment)) return ' ';
    const plain = segment.replace(IGNORED, '');
    if (this.#isDrawable(plain)) return plain;
    const parts = Array.from(clusters.segment(segment), (cluster) => cluster.segment);
    if (STANDS_ALONE.test(segment) || parts.some((part) => this.#isDrawable(part)))
      return parts.map((part) => (this.#isDrawable(part) ? part : this.#register(part))).join('');
    let drawable = '';
    for (let from = 0; from < parts.length; from += MAX_CLUSTERS)
      drawable += this.#register(parts.slice(from, from + MAX_CLUSTERS).join(''));
    return drawable;
  }

  #register(text: string): string {
    const known = this.#chars.get(text);
    if (known !== undefined) return known;
    if (this.#symbols.length >= MAX_SYMBOLS) return '\ufffd';
    const char = String.fromCodePoint(FIRST + this.#symbols.length);
    this.#symbols.push({ text, isRightToLeft: RIGHT_TO_LEFT.test(text) });
    this.#chars.set(text, char);
    return char;
  }

  #isDrawable(text: string): boolean {
    for (const char of text) {
      if (char !== '\n' && !this.#hasGlyph(char.codePointAt(0) ?? 0)) return false;
    }
    return true;
  }
}
