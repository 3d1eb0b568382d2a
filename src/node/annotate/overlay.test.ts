import { describe, expect, it } from 'vitest';
import { DAMAGE_TYPES } from '../../domain/enums.ts';
import { contrastRatio, createOverlay, getTypeColour, INK } from './overlay.ts';
import { measureText, renderText } from './stroke-font.ts';

describe('createOverlay', () => {
  it('draws outline, box and label of each mark, the most confident last', () => {
    const box = { x: 10, y: 40, width: 100, height: 50 };
    const svg = createOverlay(
      [
        { type: 'dent', confidence: 0.9, box, polygons: [] },
        {
          type: 'scratch',
          confidence: 0.4,
          box,
          polygons: [
            [
              [10, 40],
              [60, 40],
              [60, 80],
            ],
          ],
        },
      ],
      { width: 640, height: 480 },
    );
    expect(svg).toContain('M10.0 40.0L60.0 40.0L60.0 80.0Z');
    expect(svg.match(/<g /g)).toHaveLength(2);
    expect(svg.lastIndexOf(getTypeColour('dent'))).toBeGreaterThan(svg.lastIndexOf(getTypeColour('scratch')));
  });

  it.each(DAMAGE_TYPES)('%s has a colour on which dark letters are readable', (type) => {
    expect(contrastRatio(getTypeColour(type), INK)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the stroke font', () => {
  it('has every letter of the damage types and every digit', () => {
    const box = renderText('§'); // the glyph of an unknown character
    for (const letter of `${DAMAGE_TYPES.join('').replaceAll('_', '')}0123456789%`) {
      expect(renderText(letter), letter).not.toBe(box);
    }
  });

  it('measures a longer text as wider', () => {
    expect(measureText('dent 50%')).toBeGreaterThan(measureText('dent'));
  });
});
