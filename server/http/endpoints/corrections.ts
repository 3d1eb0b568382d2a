import { check } from '../../../src/domain/check.ts';
import type { CreateDamage } from '../../../src/domain/damage.ts';
import type { CreateSeverity, UpdateSeverity } from '../../../src/domain/severity.ts';
import { type CreateView, createViewSchema as createViewInput } from '../../../src/domain/view.ts';
import { fromWireCreateDamage } from '../../../src/wire/damage.ts';
import { PHOTO_PART } from '../../../src/wire/image.ts';
import { fromWireSeverityInput } from '../../../src/wire/severity.ts';
import { fromWireCreateView } from '../../../src/wire/view.ts';
import { type Endpoint, idOf } from '../endpoint.ts';
import { fileOf, urlsOf } from '../photo-source.ts';
import type { RequestBody } from '../request-body.ts';

// Inputs that are cast here are not known yet: the operations check them.

export const createDamage: Endpoint = {
  access: 'update',
  answer: async ({ api, param, body }) =>
    idOf(
      await api.damages.createOne(param('inspection_id'), fromWireCreateDamage(body.json) as CreateDamage),
    ),
};

export const deleteDamage: Endpoint = {
  access: 'update',
  answer: async ({ api, param }) =>
    idOf(await api.damages.deleteOne(param('inspection_id'), param('damage_id'))),
};

export const createView: Endpoint = {
  access: 'update',
  photoUrls: ({ body }) => urlsOf(viewOf(body).newImage, body.files, PHOTO_PART),
  async answer({ api, param, body }) {
    const input = viewOf(body);
    const photo = fileOf(input.newImage, body.files, PHOTO_PART);
    return idOf(await api.views.createOne(param('inspection_id'), input, { photo }));
  },
};

export const deleteView: Endpoint = {
  access: 'update',
  answer: async ({ api, param }) => idOf(await api.views.deleteOne(param('inspection_id'), param('view_id'))),
};

export const createSeverity: Endpoint = {
  access: 'update',
  answer: async ({ api, param, body }) =>
    idOf(
      await api.severities.createOne(
        param('inspection_id'),
        fromWireSeverityInput(body.json) as CreateSeverity,
      ),
    ),
};

export const updateSeverity: Endpoint = {
  access: 'update',
  answer: async ({ api, param, body }) =>
    idOf(
      await api.severities.updateOne(
        param('inspection_id'),
        param('severity_id'),
        fromWireSeverityInput(body.json) as UpdateSeverity,
      ),
    ),
};

function viewOf({ json }: RequestBody): CreateView {
  return check(createViewInput, fromWireCreateView(json), 'view');
}
