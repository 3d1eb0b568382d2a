import { expect, test } from 'vitest';
import type { StoredOperation } from '../../domain/operation.ts';
import { KerbsideError } from '../../errors.ts';
import { mayHaveApplied } from '../../remote/response-error.ts';
import { KnownIds } from '../outbox/remote-ids.ts';
import { type DeliverDeps, deliver } from './deliver.ts';

const operation = {
  id: 'op',
  kind: 'inspection.create',
  inspectionId: 'i',
  payload: { input: { tasks: {} } },
  delivery: { state: 'sending', attempts: 2, unanswered: true },
} as StoredOperation;

test('what fails before anything is sent, as it is looked for, says so', async () => {
  const away = new KerbsideError('remote_unavailable', 'GET /inspections got no answer.', {
    details: { status: 500, retryAfterMs: 7 },
    retryable: true,
  });
  const remote = { listInspections: () => Promise.reject(away) };
  const failed = await deliver(operation, new KnownIds([]), { remote } as unknown as DeliverDeps).catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({
    code: 'remote_unavailable',
    message: 'GET /inspections got no answer.',
    details: { status: 500, retryAfterMs: 7, sent: false },
    retryable: true,
  });
  expect(mayHaveApplied(away)).toBe(true);
  expect(mayHaveApplied(failed)).toBe(false);
});
