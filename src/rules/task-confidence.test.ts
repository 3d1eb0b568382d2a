import { describe, expect, it } from 'vitest';
import { stateOf } from '../../test/fixtures/databases/records.ts';
import type { ComplianceResult } from '../domain/records/image.ts';
import type { AnalysisResult } from '../domain/task/analysis-result.ts';
import type { ImageRecord, InspectionState } from './state.ts';
import { assessAfterExecution, assessBeforeExecution } from './task-confidence.ts';

const createdBy = { model: 'm', version: '1', engine: 'wasm' } as const;
const compliance = (is_compliant: boolean | null): ComplianceResult => ({
  status: is_compliant === null ? 'TODO' : 'DONE',
  is_compliant,
  reasons: [],
});

function assess(...compliant: (boolean | null)[]) {
  const base = stateOf('i', { task: 'TODO' });
  const [task] = base.tasks;
  if (!task) throw new Error('the fixture has a task');
  const images = compliant.map(
    (one, index): ImageRecord => ({
      id: `image-${index}`,
      name: 'front',
      imageWidth: 64,
      imageHeight: 48,
      binarySize: 1,
      mimetype: 'image/jpeg',
      sha256: '',
      createdAt: base.inspection.createdAt,
      rotateImageBeforeUpload: 'NO_ROTATION',
      imageType: 'unknown',
      tasks: [],
      compliances: { image_quality_assessment: compliance(one) },
    }),
  );
  const state: InspectionState = { ...base, images };
  return assessBeforeExecution({ ...task, images: images.map(({ id }) => ({ imageId: id })) }, state);
}

const damages = (...confidences: number[]): AnalysisResult => ({
  createdBy,
  damages: confidences.map((confidence) => ({ damageType: 'dent', partType: 'hood', confidence, views: [] })),
});

describe('confidencePreExecution', () => {
  // Proves spec 2.13.
  it('is true if every assessed photo is compliant, and unknown without one', () => {
    expect(assess(true, true)).toEqual({
      confidencePreExecution: true,
      confidencePreExecutionStatus: 'DONE',
    });
    expect(assess(true, null)).toMatchObject({ confidencePreExecution: true });
    expect(assess(true, false)).toMatchObject({ confidencePreExecution: false });
    expect(assess(null)).toEqual({ confidencePreExecutionStatus: 'NOT_STARTED' });
    expect(assess()).toEqual({ confidencePreExecutionStatus: 'NOT_STARTED' });
  });
});

describe('confidencePostExecution', () => {
  // Proves spec 2.13.
  it('is true if 4 of 5 results are expected to be right', () => {
    expect(assessAfterExecution({}, damages(0.9, 0.7))).toEqual({ confidencePostExecution: true });
    expect(assessAfterExecution({}, damages(0.9, 0.5))).toEqual({ confidencePostExecution: false });
  });

  it('counts readings, but not labels by which a model states that it does not know', () => {
    const document = { type: 'VIN', imageId: 'a', content: { lines: [], fields: { confidence: 0.95 } } };
    expect(assessAfterExecution({}, { createdBy, documents: [document] })).toEqual({
      confidencePostExecution: true,
    });
    const known = { prediction: 'DAMAGED', confidence: 0.9 } as const;
    const unknown = { prediction: 'UNKNOWN', confidence: 0.1 } as const;
    const wheel = {
      imageId: 'a',
      rimCondition: known,
      rimMaterial: unknown,
      rimVisualAspect: unknown,
      hubcapOverRim: unknown,
      hubcapCondition: unknown,
      hubcapVisualAspect: unknown,
    };
    expect(assessAfterExecution({}, { createdBy, wheelAnalysis: [wheel] })).toEqual({
      confidencePostExecution: true,
    });
  });

  it('of a task that detected nothing is that of its photos', () => {
    expect(assessAfterExecution({ confidencePreExecution: false }, damages())).toEqual({
      confidencePostExecution: false,
    });
    expect(assessAfterExecution({}, damages())).toEqual({});
  });
});
