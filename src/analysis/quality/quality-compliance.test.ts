import { expect, test } from 'vitest';
import { COMPLIANCE_REASONS } from '../../domain/enums.ts';
import type { QualityAssessment } from './assess-quality.ts';
import { qualityCompliance } from './quality-compliance.ts';

const fine: QualityAssessment = {
  blurriness: 0.1,
  underexposure: 0.2,
  overexposure: 0,
  lensFlare: 0.03,
  lowResolution: 0.01,
};

test('accepts a good photo and returns its scores', () => {
  expect(qualityCompliance(fine)).toEqual({
    status: 'DONE',
    is_compliant: true,
    reasons: [],
    details: {
      blurriness_score: 0.1,
      underexposure_score: 0.2,
      overexposure_score: 0,
      lens_flare_score: 0.03,
      low_resolution_score: 0.01,
    },
  });
});

// Proves wire D6.
test('returns a reason for each bad score: a code of the service and a text for the photographer', () => {
  const bad = { blurriness: 1, underexposure: 1, overexposure: 1, lensFlare: 1, lowResolution: 1 };
  const { is_compliant, reasons } = qualityCompliance(bad);
  expect(is_compliant).toBe(false);
  const codes = reasons.map((reason) => reason.split('--')[0]);
  expect(codes).toEqual(['LOW_RESOLUTION', 'BLURRINESS', 'UNDEREXPOSURE', 'OVEREXPOSURE', 'LENS_FLARE']);
  expect(COMPLIANCE_REASONS).toEqual(expect.arrayContaining(codes));
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z_]+--[a-z].+; .+/);
});

test('accepts a score at its threshold, and overrides single thresholds', () => {
  expect(qualityCompliance({ ...fine, blurriness: 0.5 }).is_compliant).toBe(true);
  expect(qualityCompliance({ ...fine, blurriness: 0.51 }).is_compliant).toBe(false);
  expect(qualityCompliance({ ...fine, blurriness: 0.7 }, { blurriness: 0.8 }).is_compliant).toBe(true);
  expect(qualityCompliance(fine, { underexposure: 0.1 }).reasons).toHaveLength(1);
});
