import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';

describe('parseArguments', () => {
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
