import * as v from 'valibot';
import { wireId } from '../../../src/wire/decode-response.ts';
import type { Route } from '../../../src/wire/routes.ts';
import type { Contract, Endpoint } from '../endpoint.ts';
import * as images from './image-routes.ts';
import * as pricing from './pricing.ts';

const INSPECTION = '/inspections/{inspection_id}';
const wirePricing = v.looseObject({ id: v.string(), pricing: v.optional(v.number()) });

/** Routes that only the vendor's clients call. */
export const VENDOR_ROUTES: Record<string, { route: Route; endpoint: Endpoint; contract: Contract }> = {
  updateImage: {
    route: { method: 'PATCH', path: `${INSPECTION}/images/{image_id}` },
    endpoint: images.updateImage,
    contract: {
      summary: 'Merges keys into the additional data of an image.',
      body: images.changedImageSchema,
      response: wireId,
    },
  },
  deleteImages: {
    route: { method: 'POST', path: `${INSPECTION}/images/delete` },
    endpoint: images.deleteImages,
    contract: {
      summary: 'Deletes images, each on its own.',
      body: images.deletedImagesSchema,
      response: v.looseObject({ message: v.string(), deletedImageIds: v.array(v.string()) }),
    },
  },
  updateDamageArea: {
    route: { method: 'PATCH', path: `${INSPECTION}/images/{image_id}/damage_areas` },
    endpoint: images.updateDamageArea,
    contract: {
      summary: 'Changes the damage area of an image.',
      body: images.changedAreaSchema,
      response: v.object({ id: v.string(), relevantElements: v.array(v.string()) }),
    },
  },
  createPricing: {
    route: { method: 'POST', path: `${INSPECTION}/pricing` },
    endpoint: pricing.createPricing,
    contract: { summary: 'Adds a price.', body: pricing.newPricingSchema, response: wirePricing },
  },
  updatePricing: {
    route: { method: 'PATCH', path: `${INSPECTION}/pricing/{severity_id}` },
    endpoint: pricing.updatePricing,
    contract: { summary: 'Changes a price.', body: pricing.changedPricingSchema, response: wirePricing },
  },
  deletePricing: {
    route: { method: 'DELETE', path: `${INSPECTION}/pricing/{severity_id}` },
    endpoint: pricing.deletePricing,
    contract: { summary: 'Deletes a price.', response: wireId },
  },
};
