import { expect, it } from 'vitest';
import type { SeverityResult } from '../../domain/records/severity.ts';
import { mergeSeverities } from './merge-severities.ts';

const severity = (
  id: string,
  isUserModified: boolean,
  customSeverity: SeverityResult['value']['customSeverity'],
  label: SeverityResult['label'] = 'hood',
): SeverityResult => ({
  id,
  label,
  isUserModified,
  relatedItemType: 'part',
  createdBy: isUserModified ? 'user' : { model: 'repair-rules', version: '1.0.0', engine: 'rules' },
  value: { customSeverity },
});

it('prefers the fields of a user to those of a model, and later fields to earlier ones', () => {
  const merged = mergeSeverities('hood', [
    severity('user-1', true, { level: 2, pricing: 100 }),
    severity('user-2', true, { pricing: 80 }),
    severity('model', false, { level: 3, repairOperation: 'replace' }),
  ]);
  expect(merged).toEqual({
    level: 2,
    pricing: 80,
    repairOperation: 'replace',
    severityIds: ['user-1', 'user-2'],
  });
});

it('ignores other parts', () => {
  expect(mergeSeverities('hood', [severity('other', true, { level: 3 }, 'roof')])).toEqual({
    severityIds: [],
  });
});
