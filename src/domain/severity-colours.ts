import type { SeverityLevel } from './records/repair-estimate.ts';

/** The colours of a severity, as hexadecimal RGB. */
interface SeverityColours {
  /** Fills a part on a light page. */
  light: string;
  /** Fills a part on a dark page. */
  dark: string;
  /** On paper. White text on it has a contrast of at least 4.5:1. */
  print: string;
}

/** The three also differ in lightness, for black-and-white prints. */
export const SEVERITY_COLOURS: Readonly<Record<SeverityLevel, SeverityColours>> = {
  1: { light: '#ffe08a', dark: '#8f6f12', print: '#2f7d4f' },
  2: { light: '#f59a4c', dark: '#b8641a', print: '#a35a00' },
  3: { light: '#c4342a', dark: '#e0574c', print: '#a3161a' },
};
