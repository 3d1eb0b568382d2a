import { expect, it } from 'vitest';
import { withoutQuery } from './without-query.ts';

it.each([
  ['https://api.example.org/v1/images?token=abc', 'https://api.example.org/v1/images'],
  [
    'The file https://ann:secret@host/a.onnx#x could not be fetched.',
    'The file https://host/a.onnx could not be fetched.',
  ],
  ['“http://localhost:80/a?b=c” failed', '“http://localhost:80/a failed'],
  ['No URL here? None.', 'No URL here? None.'],
])('%s', (text, expected) => {
  expect(withoutQuery(text)).toBe(expected);
});
