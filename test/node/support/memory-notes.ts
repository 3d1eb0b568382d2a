import type { Notes } from '../../../src/platform/ports.ts';

/** The notes of a browser, in memory. They survive the database. */
export function createMemoryNotes(): Notes {
  const texts = new Map<string, string | undefined>();
  return {
    read: (name) => texts.get(name),
    write: (name, text) => void texts.set(name, text),
  };
}
