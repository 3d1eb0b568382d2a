import { expect, test } from 'vitest';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import { KerbsideError } from '../../errors.ts';
import { mayHaveApplied } from '../../remote/response-error.ts';
import { RemoteIdMap } from '../outbox/remote-id-map.ts';
import { type DeliveryContext, deliver } from './deliver.ts';

const operation = {
  id: 'op',
  kind: 'inspection.create',
  inspectionId: 'i',
  payload: { input: { tasks: {} } },
  delivery: { state: 'sending', attempts: 2, unanswered: true },
} as StoredOperation;

test('a failure of the reconciliation has details.sent: false', async () => {
  const unavailable = new KerbsideError('remote_unavailable', 'GET /inspections got no response.', {
    details: { status: 500, retryAfterMs: 7 },
    retryable: true,
  });
  const remote = { listInspections: () => Promise.reject(unavailable) };
  const context = { connection: { remote } } as unknown as DeliveryContext;
  const failed = await deliver(operation, new RemoteIdMap('i'), context).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: 'remote_unavailable',
    message: 'GET /inspections got no response.',
    details: { status: 500, retryAfterMs: 7, sent: false },
    retryable: true,
  });
  expect(mayHaveApplied(unavailable)).toBe(true);
  expect(mayHaveApplied(failed)).toBe(false);
});
