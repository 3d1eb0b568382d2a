import { expect, test } from 'vitest';
import { parseTrainArguments } from './arguments.ts';

test('needs only a folder', () => {
  expect(parseTrainArguments(['--data', 'photos'])).toEqual({
    data: 'photos',
    model: 'damage',
    models: 'models',
    out: 'runs/train',
    python: 'python3',
  });
});

test.each([
  [[], '--data <folder>'],
  [['--data', 'photos', '--minutes', 'ten'], '--minutes must be a number greater than 0'],
  [['--data', 'photos', '--side', '500'], '--side must be a multiple of 32'],
  [['--data', 'photos', '--models', './runs/train/models/'], 'Pass another --out'],
  [['--data', 'photos', '--epochs', '3'], "Unknown option '--epochs'"],
])('rejects %j', (argv, message) => {
  expect(() => parseTrainArguments(argv)).toThrow(message);
});
