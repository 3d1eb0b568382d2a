import { describe, expect, it } from 'vitest';
import { wheelDamages } from './wheel-damages.ts';
import { wheelFacts } from './wheel-facts.ts';
import { type HeadChances, headChances, type WheelHead } from './wheel-heads.ts';

const chances = (over: Partial<Record<string, Record<string, number>>> = {}): HeadChances => ({
  covering: { alloy: 0.9, steel: 0.05, hubcap: 0.05 },
  aspect: { classic: 0.8, bicolor: 0.2 },
  condition: { not_damaged: 0.9, damaged: 0.1 },
  face: { visible: 0.98, hidden: 0.02 },
  flat_tyre: { no: 1, yes: 0 },
  missing_hubcap: { no: 0.95, yes: 0.05 },
  ...over,
});
const covered = { covering: { alloy: 0.03, steel: 0.02, hubcap: 0.95 } };

describe('headChances', () => {
  const heads: WheelHead[] = [
    {
      name: 'covering',
      labels: ['alloy', 'steel', 'hubcap'],
      calibration: { slope: 1, offsets: [0, 0, 0] },
    },
    { name: 'face', labels: ['visible', 'hidden'], calibration: { slope: 0.5, offsets: [0, 1] } },
  ];

  it('gives each head its own share of the output, as chances that sum to one', () => {
    const { covering, face } = headChances(Float32Array.of(2, 2, 2, 2, 0), heads);
    expect(covering).toEqual({ alloy: 1 / 3, steel: 1 / 3, hubcap: 1 / 3 });
    // 0.5 * 2 + 0 against 0.5 * 0 + 1
    expect(face).toEqual({ visible: 0.5, hidden: 0.5 });
  });
});

describe('wheelFacts', () => {
  it('describes a bare rim, and has nothing to say of a hubcap', () => {
    const facts = wheelFacts(chances());
    expect(facts.rimMaterial).toEqual({ prediction: 'ALU', confidence: 0.98 * 0.9 });
    expect(facts.rimCondition.prediction).toBe('NOT_DAMAGED');
    expect(facts.rimVisualAspect.prediction).toBe('CLASSIC');
    expect(facts.hubcapOverRim.prediction).toBe('RIM_ONLY');
    expect(facts.hubcapCondition.prediction).toBe('NOT_APPLICABLE');
    expect(facts.hubcapVisualAspect.prediction).toBe('NOT_APPLICABLE');
  });

  it('describes a hubcap, and says that the rim under it is unknown', () => {
    const facts = wheelFacts(chances({ ...covered, condition: { not_damaged: 0.2, damaged: 0.8 } }));
    expect(facts.hubcapOverRim.prediction).toBe('HUBCAP_OVER_RIM');
    expect(facts.hubcapCondition.prediction).toBe('DAMAGED');
    expect(facts.rimMaterial.prediction).toBe('UNKNOWN');
    expect(facts.rimCondition.prediction).toBe('UNKNOWN');
  });

  it('knows nothing of a wheel whose face is hidden', () => {
    const facts = wheelFacts(chances({ face: { visible: 0.2, hidden: 0.8 } }));
    for (const { prediction } of Object.values(facts)) expect(prediction).toBe('UNKNOWN');
  });

  it('says UNKNOWN rather than the better of two guesses', () => {
    const facts = wheelFacts(chances({ aspect: { classic: 0.55, bicolor: 0.45 } }));
    expect(facts.rimVisualAspect.prediction).toBe('UNKNOWN');
    expect(facts.rimMaterial.prediction).toBe('ALU');
  });
});

describe('wheelDamages', () => {
  const damagesOf = (all: HeadChances) =>
    wheelDamages(wheelFacts(all), all, 0.3).map((one) => one.damageType);

  it('has none for a sound wheel', () => {
    expect(damagesOf(chances())).toEqual([]);
  });

  it('reports a damaged hubcap, and a missing one', () => {
    expect(damagesOf(chances({ ...covered, condition: { not_damaged: 0.1, damaged: 0.9 } }))).toEqual([
      'hubcap_scratch',
    ]);
    expect(damagesOf(chances({ missing_hubcap: { no: 0.2, yes: 0.8 } }))).toEqual(['missing_hubcap']);
  });

  it('takes a damaged rim for a scratch on the wheel, unless a hubcap hides it', () => {
    const damaged = { condition: { not_damaged: 0.1, damaged: 0.9 } };
    const rim = chances(damaged);
    expect(wheelDamages(wheelFacts(rim), rim, 0.3)).toEqual([
      { damageType: 'scratch', on: 'wheel', confidence: wheelFacts(rim).rimCondition.confidence },
    ]);
    expect(damagesOf(chances({ ...covered, ...damaged }))).not.toContain('scratch');
  });

  it('takes a flat tyre for a wheel that has lost its shape, also where its face is hidden', () => {
    const flat = chances({ flat_tyre: { no: 0.1, yes: 0.9 }, face: { visible: 0.1, hidden: 0.9 } });
    expect(wheelDamages(wheelFacts(flat), flat, 0.3)).toEqual([
      { damageType: 'misshape', on: 'wheel', confidence: 0.9 },
    ]);
  });

  it('does not miss a hubcap that is there', () => {
    expect(damagesOf(chances({ ...covered, missing_hubcap: { no: 0.2, yes: 0.8 } }))).toEqual([]);
  });
});
