import { check } from '../../../src/domain/check.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { requestFromWire, responseToWire } from '../../../src/wire/key-case.ts';
import { declaredPhoto, startUpload } from '../../direct-upload/start-upload.ts';
import type { Endpoint } from '../endpoint.ts';

/** Starts or continues the upload of a photo. Repetitions have the same `Idempotency-Key`, and get new URLs. */
export const start: Endpoint = {
  access: 'update',
  isRepeatable: true,
  async handle({ identity, store, queries, param, body, service, idempotencyKey }) {
    const file = check(declaredPhoto, requestFromWire(body.json), 'upload');
    const inspectionId = param('inspection_id');
    await store.requireChangeAllowed(inspectionId);
    const { direct } = service.blobs;
    if (!direct) {
      throw new KerbsideError('not_found', 'This service has no bucket for uploads. Send photos as a form.');
    }
    const key = idempotencyKey ?? crypto.randomUUID();
    const started = await startUpload(
      { ...file, userId: identity.user.id, inspectionId, key },
      { queries, direct, maxBytes: service.limits.photoBytes },
    );
    return responseToWire(started);
  },
};
