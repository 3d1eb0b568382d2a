import * as v from 'valibot';
import type { Document } from '../domain/document.ts';
import { id, type JsonObject } from '../domain/fields.ts';
import { createdBy, fieldWithDefault } from './decode-response.ts';
import { isObject, responseToWire } from './key-case.ts';

export function toWireDocument(document: Document): JsonObject {
  return responseToWire(document);
}

export const wireDocument = v.object({
  id,
  type: fieldWithDefault(v.string(), 'TEXT'),
  /** Empty if the service does not send it. */
  imageId: fieldWithDefault(v.string(), ''),
  content: fieldWithDefault(v.custom<JsonObject>(isObject, 'an object'), {}),
  createdBy,
});
