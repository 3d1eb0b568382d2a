import type { CreatedBy } from './damage.ts';
import type { JsonObject } from './fields.ts';

/** Text read from an image: a registration paper, a passport, a plate. */
export interface Document {
  id: string;
  type: string;
  imageId: string;
  content: JsonObject;
  createdBy: CreatedBy;
}
