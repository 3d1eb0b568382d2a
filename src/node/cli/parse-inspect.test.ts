import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';

describe('kerbside inspect --report', () => {
  it('names the PDF to write', () => {
    expect(parseCommand(['inspect', 'a.jpg', '--report', 'out/Car.PDF'])).toMatchObject({
      photos: ['a.jpg'],
      report: 'out/Car.PDF',
    });
  });

  it.each(['', 'a.jpg', 'folder/'])('refuses %j: a slip must not write over a photo', (path) => {
    expect(() => parseCommand(['inspect', 'a.jpg', '--report', path])).toThrow(/ends in \.pdf/);
  });
});
