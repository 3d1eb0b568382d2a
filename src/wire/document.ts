import * as v from 'valibot';
import type { Document } from '../domain/document.ts';
import { id, type JsonObject } from '../domain/fields.ts';
import { answerToWire, isObject } from './case.ts';
import { createdBy, or } from './read-response.ts';

export function toWireDocument(document: Document): JsonObject {
  return answerToWire(document);
}

export const wireDocument = v.object({
  id,
  type: or(v.string(), 'TEXT'),
  /** Empty where the service does not say which image was read. */
  imageId: or(v.string(), ''),
  content: or(v.custom<JsonObject>(isObject, 'an object'), {}),
  createdBy,
});
