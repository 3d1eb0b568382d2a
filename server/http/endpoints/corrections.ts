import { check } from '../../../src/domain/check.ts';
import type { CreateDamage } from '../../../src/domain/records/damage.ts';
import type { CreateSeverity, UpdateSeverity } from '../../../src/domain/records/severity.ts';
import { type CreateView, createViewSchema as createViewInput } from '../../../src/domain/records/view.ts';
import { PHOTO_PART } from '../../../src/wire/form-parts.ts';
import { requestFromWire } from '../../../src/wire/key-case.ts';
import { type Endpoint, toIdBody } from '../endpoint.ts';
import { findUploadedPhoto, listPhotoUrls } from '../photo-source.ts';
import type { RequestBody } from '../request-body.ts';

// Inputs are cast here without a check: the operations check them.

export const createDamage: Endpoint = {
  access: 'update',
  handle: async ({ api, param, body }) =>
    toIdBody(await api.damages.createOne(param('inspection_id'), requestFromWire(body.json) as CreateDamage)),
};

export const deleteDamage: Endpoint = {
  access: 'update',
  handle: async ({ api, param }) =>
    toIdBody(await api.damages.deleteOne(param('inspection_id'), param('damage_id'))),
};

export const createView: Endpoint = {
  access: 'update',
  photoUrls: ({ body }) => listPhotoUrls(parseView(body).newImage, body.files, PHOTO_PART),
  async handle({ api, param, body }) {
    const input = parseView(body);
    const photo = findUploadedPhoto(input.newImage, body.files, PHOTO_PART);
    return toIdBody(await api.views.createOne(param('inspection_id'), input, { photo }));
  },
};

export const deleteView: Endpoint = {
  access: 'update',
  handle: async ({ api, param }) =>
    toIdBody(await api.views.deleteOne(param('inspection_id'), param('view_id'))),
};

export const createSeverity: Endpoint = {
  access: 'update',
  handle: async ({ api, param, body }) =>
    toIdBody(
      await api.severities.createOne(param('inspection_id'), requestFromWire(body.json) as CreateSeverity),
    ),
};

export const updateSeverity: Endpoint = {
  access: 'update',
  handle: async ({ api, param, body }) =>
    toIdBody(
      await api.severities.updateOne(
        param('inspection_id'),
        param('severity_id'),
        requestFromWire(body.json) as UpdateSeverity,
      ),
    ),
};

function parseView({ json }: RequestBody): CreateView {
  return check(createViewInput, requestFromWire(json), 'view');
}
