import { describe, expect, it } from 'vitest';
import { type Entities, emptyEntities } from '../../domain/records/entities.ts';
import { formatSummary, listQualityWarnings } from './summary.ts';
import { formatDamageTable } from './tables.ts';
import { createProgressBar, formatBar, toSingleLine, truncatePath } from './terminal.ts';

const createdAt = '2024-01-01T00:00:00.000Z';
const createdBy = { model: 'damage', version: '1.0.0', engine: 'test' };
const entities: Entities = {
  ...emptyEntities(),
  damages: {
    d1: { id: 'd1', damageType: 'dent', partType: 'ignore', parts: [], createdAt, createdBy },
    d2: { id: 'd2', damageType: 'scratch', partType: 'hood', parts: ['p'], createdAt, createdBy },
  },
  views: Object.fromEntries(
    [
      { id: 'v1', damageId: 'd1', confidence: 0.4 },
      { id: 'v2', damageId: 'd2', confidence: 0.876 },
    ].map((view) => [
      view.id,
      {
        ...view,
        imageId: 'i1',
        polygons: [],
        boundingBox: { xmin: 10.4, ymin: 20, width: 30, height: 40.6 },
        createdAt,
        createdBy,
      },
    ]),
  ),
};
const photos = [
  { path: 'front.jpg', imageId: 'i1' },
  { path: 'back.jpg', imageId: 'i2' },
];

describe('the printed results', () => {
  it('have one line per view, the most confident first, and one for a photo without damages', () => {
    const lines = formatDamageTable(entities, photos).split('\n');
    expect(lines[1]).toMatch(/^front\.jpg {2}scratch +hood +88 % {2}10, 20, 30 × 41$/);
    expect(lines[2]).toMatch(/^ +dent +unknown +40 %/);
    expect(lines[3]).toMatch(/^back\.jpg +none found$/);
  });

  it('end with a summary', () => {
    expect(formatSummary(entities, photos, 1234, 'damage 1.0.0 on test')).toBe(
      '2 damages on 1 of 2 photos in 1.2 s (damage 1.0.0 on test).',
    );
    expect(formatSummary(emptyEntities(), photos.slice(0, 1), 900, 'x')).toMatch(
      /^Nothing found on 1 photo in/,
    );
  });

  it('have no warning if no photo was assessed', () => {
    expect(listQualityWarnings(entities, photos)).toEqual([]);
  });

  it('contain no control characters of file names', () => {
    expect(toSingleLine('a\n\x1b[31mb.jpg')).toBe('a [31mb.jpg');
    expect(truncatePath('abcdef', 4)).toBe('…def');
  });
});

describe('createProgressBar', () => {
  it('fills the bar with the progress', () => {
    expect([formatBar(0, 4), formatBar(2, 4), formatBar(4, 4)].map((text) => text.indexOf('░'))).toEqual([
      0, 12, -1,
    ]);
  });

  it('writes nothing if the output is not a terminal', () => {
    const written: string[] = [];
    const silent = createProgressBar({ write: (text) => written.push(text) });
    silent.show('x', 1, 2);
    silent.clear();
    expect(written).toEqual([]);
  });
});
