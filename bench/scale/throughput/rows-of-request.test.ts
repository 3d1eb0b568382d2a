import { expect, it } from 'vitest';
import { withNewIds } from './rows-of-request.ts';

const [A, B] = ['0190b3f0-aaaa-7000-8000-000000000001', '0190b3f0-aaaa-7000-8000-000000000002'];

it('replaces each id by one new id, in columns and inside JSON, and nothing else', () => {
  let count = 0;
  const rows = withNewIds(
    [
      { table: 'inspections', columns: ['id', 'state'], values: [A, `{"id":"${A}","image":"${B}","v":1}`] },
      { table: 'photos', columns: ['image_id', 'type', 'note'], values: [B, 'image/jpeg', null] },
    ],
    new Map(),
    () => `new-${++count}`,
  );
  expect(rows.map(({ values }) => values)).toEqual([
    ['new-1', '{"id":"new-1","image":"new-2","v":1}'],
    ['new-2', 'image/jpeg', null],
  ]);
});
