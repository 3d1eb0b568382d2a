import { describe, expect, it } from 'vitest';
import { deriveWheelFacts, findWheelDamages } from './wheel-facts.ts';
import { decodeWheelHeads, type HeadConfidences, type WheelHead } from './wheel-heads.ts';

const confidences = (over: Partial<Record<string, Record<string, number>>> = {}): HeadConfidences => ({
  covering: { alloy: 0.9, steel: 0.05, hubcap: 0.05 },
  aspect: { classic: 0.8, bicolor: 0.2 },
  condition: { not_damaged: 0.9, damaged: 0.1 },
  face: { visible: 0.98, hidden: 0.02 },
  flat_tyre: { no: 1, yes: 0 },
  missing_hubcap: { no: 0.95, yes: 0.05 },
  ...over,
});
const covered = { covering: { alloy: 0.03, steel: 0.02, hubcap: 0.95 } };

describe('decodeWheelHeads', () => {
  const heads: WheelHead[] = [
    {
      name: 'covering',
      labels: ['alloy', 'steel', 'hubcap'],
      calibration: { slope: 1, offsets: [0, 0, 0] },
    },
    { name: 'face', labels: ['visible', 'hidden'], calibration: { slope: 0.5, offsets: [0, 1] } },
  ];

  it('returns confidences per head that sum to 1', () => {
    const { covering, face } = decodeWheelHeads(Float32Array.of(2, 2, 2, 2, 0), heads);
    expect(covering).toEqual({ alloy: 1 / 3, steel: 1 / 3, hubcap: 1 / 3 });
    // 0.5 * 2 + 0 against 0.5 * 0 + 1
    expect(face).toEqual({ visible: 0.5, hidden: 0.5 });
  });
});

describe('deriveWheelFacts', () => {
  // Proves wire F3.
  it('describes a bare rim, with NOT_APPLICABLE for the hubcap', () => {
    const facts = deriveWheelFacts(confidences());
    expect(facts.rimMaterial).toEqual({ prediction: 'ALU', confidence: 0.98 * 0.9 });
    expect(facts.rimCondition.prediction).toBe('NOT_DAMAGED');
    expect(facts.rimVisualAspect.prediction).toBe('CLASSIC');
    expect(facts.hubcapOverRim.prediction).toBe('RIM_ONLY');
    expect(facts.hubcapCondition.prediction).toBe('NOT_APPLICABLE');
    expect(facts.hubcapVisualAspect.prediction).toBe('NOT_APPLICABLE');
  });

  it('describes a hubcap, with UNKNOWN for the rim under it', () => {
    const facts = deriveWheelFacts(
      confidences({ ...covered, condition: { not_damaged: 0.2, damaged: 0.8 } }),
    );
    expect(facts.hubcapOverRim.prediction).toBe('HUBCAP_OVER_RIM');
    expect(facts.hubcapCondition.prediction).toBe('DAMAGED');
    expect(facts.rimMaterial.prediction).toBe('UNKNOWN');
    expect(facts.rimCondition.prediction).toBe('UNKNOWN');
  });

  it('returns UNKNOWN for all facts if the face is hidden', () => {
    const facts = deriveWheelFacts(confidences({ face: { visible: 0.2, hidden: 0.8 } }));
    for (const { prediction } of Object.values(facts)) expect(prediction).toBe('UNKNOWN');
  });

  it('returns UNKNOWN if no label is likely enough', () => {
    const facts = deriveWheelFacts(confidences({ aspect: { classic: 0.55, bicolor: 0.45 } }));
    expect(facts.rimVisualAspect.prediction).toBe('UNKNOWN');
    expect(facts.rimMaterial.prediction).toBe('ALU');
  });
});

describe('findWheelDamages', () => {
  const damagesOf = (all: HeadConfidences) =>
    findWheelDamages(deriveWheelFacts(all), all, 0.3).map((one) => one.damageType);

  it('returns nothing for an undamaged wheel', () => {
    expect(damagesOf(confidences())).toEqual([]);
  });

  it('reports a damaged hubcap, and a missing one', () => {
    expect(damagesOf(confidences({ ...covered, condition: { not_damaged: 0.1, damaged: 0.9 } }))).toEqual([
      'hubcap_scratch',
    ]);
    expect(damagesOf(confidences({ missing_hubcap: { no: 0.2, yes: 0.8 } }))).toEqual(['missing_hubcap']);
  });

  it('reports a damaged rim as a scratch on the wheel, unless a hubcap hides it', () => {
    const damaged = { condition: { not_damaged: 0.1, damaged: 0.9 } };
    const rim = confidences(damaged);
    expect(findWheelDamages(deriveWheelFacts(rim), rim, 0.3)).toEqual([
      { damageType: 'scratch', on: 'wheel', confidence: deriveWheelFacts(rim).rimCondition.confidence },
    ]);
    expect(damagesOf(confidences({ ...covered, ...damaged }))).not.toContain('scratch');
  });

  it('reports a flat tyre as misshape, even if the face is hidden', () => {
    const flat = confidences({ flat_tyre: { no: 0.1, yes: 0.9 }, face: { visible: 0.1, hidden: 0.9 } });
    expect(findWheelDamages(deriveWheelFacts(flat), flat, 0.3)).toEqual([
      { damageType: 'misshape', on: 'wheel', confidence: 0.9 },
    ]);
  });

  it('reports no missing hubcap if there is one', () => {
    expect(damagesOf(confidences({ ...covered, missing_hubcap: { no: 0.2, yes: 0.8 } }))).toEqual([]);
  });
});
