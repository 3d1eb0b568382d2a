import type { InspectionApi } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check, invalidField } from '../domain/check.ts';
import { deleteResponse, normalizedResponse } from '../domain/entities.ts';
import { createImageSchema } from '../domain/image.ts';
import { listSchema } from '../domain/paging.ts';
import { toPhotoBlob, toUrlAcquisition } from './photo-upload.ts';
import type { RemoteCalls } from './remote-calls.ts';
import { toSendOptions } from './send.ts';

interface ImagesDeps {
  calls: RemoteCalls;
  sha256(bytes: ArrayBuffer): Promise<string>;
}

export function createImagesApi({ calls, sha256 }: ImagesDeps): InspectionApi['images'] {
  const getOne: InspectionApi['images']['getOne'] = async (inspectionId, imageId, options) => {
    const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(imageId, 'imageId')];
    const image = await calls.getImage(id, wanted, toSendOptions(options));
    return normalizedResponse({ images: { [image.id]: image } }, image.id);
  };

  return {
    getOne,

    async getMany(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const { signal, options: query } = checkOptions(options, listSchema);
      return calls.listImages(id, query, { signal });
    },

    async addOne(inspectionId, input, photo, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const checked = check(createImageSchema, input, 'image');
      const { signal } = checkOptions(options);
      const upload = photo === undefined ? undefined : toPhotoBlob(photo);
      const acquisition = upload ? undefined : toUrlAcquisition(checked.acquisition, 'image.acquisition');
      if (!upload && !acquisition) {
        throw invalidField('photo', 'a photo, or acquisition.url to fetch it from', 'neither');
      }
      const body = acquisition ? { ...checked, acquisition } : checked;
      const added = await calls.addImage(id, body, upload, { signal });
      return getOne(id, added.id, { signal });
    },

    async deleteOne(inspectionId, imageId, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(imageId, 'imageId')];
      const { signal } = checkOptions(options);
      await calls.deleteImage(id, wanted, undefined, { signal });
      return deleteResponse('images', { id: wanted, deleted: true });
    },

    async photo(imageId, options) {
      const photo = await calls.getPhoto(checkId(imageId, 'imageId'), toSendOptions(options));
      return { ...photo, sha256: await sha256(photo.bytes) };
    },
  };
}
