import type { CreateDamage } from '../../../src/spec/damage.ts';
import type { CreateSeverity, UpdateSeverity } from '../../../src/spec/severity.ts';
import type { CreateViewInput } from '../../../src/spec/view.ts';
import { isObject } from '../../../src/wire/case.ts';
import { fromWireCreateDamage } from '../../../src/wire/damage.ts';
import { PHOTO_PART } from '../../../src/wire/image.ts';
import { fromWireSeverityInput } from '../../../src/wire/severity.ts';
import { fromWireCreateView } from '../../../src/wire/view.ts';
import { type Endpoint, idOf } from '../endpoint.ts';

// The inputs here are cast, not known: the operations check them.

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
  async answer({ api, param, body }) {
    const input = fromWireCreateView(body.json) as CreateViewInput;
    const photo = body.files[fileKeyOf(body.json) ?? PHOTO_PART];
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

function fileKeyOf(json: unknown): string | undefined {
  const image = isObject(json) ? json.new_image : undefined;
  const key = isObject(image) && isObject(image.acquisition) ? image.acquisition.file_key : undefined;
  return typeof key === 'string' ? key : undefined;
}
