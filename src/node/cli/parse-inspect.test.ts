import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';

describe('kerbside inspect --tier', () => {
  it.each(['small', 'large'])('selects the %s damage model', (tier) => {
    expect(parseCommand(['inspect', 'a.jpg', '--tier', tier])).toMatchObject({ tier });
  });

  it('rejects other names', () => {
    expect(() => parseCommand(['inspect', 'a.jpg', '--tier', 'medium'])).toThrow(/small, large or server/);
  });
});

describe('kerbside inspect --report', () => {
  it('parses the path of the PDF', () => {
    expect(parseCommand(['inspect', 'a.jpg', '--report', 'out/Car.PDF'])).toMatchObject({
      photos: ['a.jpg'],
      report: 'out/Car.PDF',
    });
  });

  it.each(['', 'a.jpg', 'folder/'])('rejects %j, so that a mistake does not overwrite a photo', (path) => {
    expect(() => parseCommand(['inspect', 'a.jpg', '--report', path])).toThrow(/ends in \.pdf/);
  });
});
