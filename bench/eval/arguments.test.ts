import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';

describe('parseArguments', () => {
  it('selects the tier, the photos and the canvases of a model', () => {
    const parse = (...options: string[]) => parseArguments(['damage', '--data', 'x', ...options]);
    expect(parse('--model', 'damage-large')).toMatchObject({ model: 'damage-large' });
    expect(parse('--limit', '72')).toMatchObject({ limit: 72 });
    expect(parse('--area', '409600').areas).toEqual([409_600]);
    expect(parse('--area', '409600+131072').areas).toEqual([409_600, 131_072]);
    expect(parse('--crops', '0,1,2').crops).toEqual([0, 1, 2]);
    expect(() => parse('--crops', 'many')).toThrow('--crops is one or more whole numbers');
    expect(() => parse('--area', '409600+x')).toThrow('--area is a whole number');
  });

  it('accepts a model and a folder', () => {
    expect(parseArguments(['damage', '--data', 'x', '--json'])).toMatchObject({
      model: 'damage',
      data: ['x'],
      json: true,
    });
  });

  it('accepts a list of types', () => {
    expect(parseArguments(['damage', '--data', 'x', '--types', 'dent,scratch']).types).toEqual([
      'dent',
      'scratch',
    ]);
  });

  it.each([
    [['--data', 'x'], /Name one model/],
    [['damage'], /--data/],
    [['damage', '--data', 'x', '--precision', 'int4'], /int8 or fp16/],
    [['damage', '--data', 'x', '--threads', '0'], /whole number/],
    [['damage', '--data', 'x', '--colour'], /--colour/],
  ])('rejects %j', (argv, reason) => {
    expect(() => parseArguments(argv)).toThrow(reason);
  });
});
