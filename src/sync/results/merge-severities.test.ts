import { expect, test } from 'vitest';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { SeverityResult } from '../../domain/records/severity.ts';
import type { PartRecord } from '../../rules/state.ts';
import { RemoteIdMap } from '../outbox/remote-id-map.ts';
import { mergeSeverities } from './merge-severities.ts';

const parts = [{ id: 'part-hood', partType: 'hood' }] as PartRecord[];

function createSeverity(id: string, label: string, level: number, isUserModified = false): SeverityResult {
  return {
    id,
    label,
    isUserModified,
    relatedItemType: 'part',
    relatedItemId: `remote-${label}`,
    createdBy: isUserModified ? 'user' : { model: 'm', version: '1', engine: 'remote' },
    value: { customSeverity: { level } },
  } as SeverityResult;
}

function merge(ours: SeverityResult[], theirs: SeverityResult[], unsent: StoredOperation[] = []) {
  const ids = new RemoteIdMap('i', []);
  let count = 0;
  const newId = () => `new-${++count}`;
  return { merged: mergeSeverities(ours, theirs, parts, unsent, ids, newId), ids };
}

test('replaces a model’s severity of the same part under its local id, with the local id of the part', () => {
  const { merged, ids } = merge([createSeverity('local', 'hood', 1)], [createSeverity('r1', 'hood', 3)]);
  expect(merged).toEqual([{ ...createSeverity('local', 'hood', 3), relatedItemId: 'part-hood' }]);
  expect(ids.findRemoteId('local')).toBe('r1');
});

test('keeps the user’s severity, and adds the service’s of another part', () => {
  const own = createSeverity('local', 'hood', 1, true);
  const { merged } = merge([own], [createSeverity('r1', 'roof', 2)]);
  const { relatedItemId: _unknown, ...added } = createSeverity('new-1', 'roof', 2);
  expect(merged).toEqual([own, added]);
});

test('keeps a model’s severity that the service does not have', () => {
  const own = createSeverity('local', 'hood', 1);
  expect(merge([own], []).merged).toEqual([own]);
});

test('does not add a severity that a create in doubt may have made', () => {
  const own = createSeverity('local', 'hood', 1, true);
  const create = (unanswered: boolean) =>
    ({
      kind: 'severity.create',
      payload: { severityId: 'local', input: { label: 'hood' } },
      delivery: { state: 'queued', attempts: 1, unanswered },
    }) as StoredOperation;
  const theirs = [createSeverity('r1', 'hood', 1, true)];
  expect(merge([own], theirs, [create(true)]).merged).toEqual([own]);
  expect(merge([own], theirs, [create(false)]).merged).toHaveLength(2);
});
