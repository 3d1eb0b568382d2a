import { IMAGE_CALLS } from '../domain/api/api-arguments.ts';
import { implement } from '../domain/api/call-arguments.ts';
import type { ImagesApi } from '../domain/api/inspection-api.ts';
import { invalidField } from '../domain/check.ts';
import { deleteResponse, normalizedResponse } from '../domain/records/entities.ts';
import { sha256 } from '../platform/sha256.ts';
import { toPhotoBlob, toUrlAcquisition } from './photo-upload.ts';
import type { RemoteCalls } from './remote-calls.ts';

export function createImagesApi(calls: RemoteCalls): ImagesApi {
  const read = async (inspectionId: string, imageId: string, signal: AbortSignal | undefined) => {
    const image = await calls.getImage(inspectionId, imageId, { signal });
    return normalizedResponse({ images: { [image.id]: image } }, image.id);
  };

  return implement(IMAGE_CALLS, {
    getOne: ({ inspectionId, imageId, signal }) => read(inspectionId, imageId, signal),
    getMany: ({ inspectionId, options, signal }) => calls.listImages(inspectionId, options, { signal }),

    async addOne({ inspectionId, image, photo, signal }) {
      const upload = photo === undefined ? undefined : toPhotoBlob(photo);
      const acquisition = upload ? undefined : toUrlAcquisition(image.acquisition, 'image.acquisition');
      if (!upload && !acquisition) {
        throw invalidField('photo', 'a photo, or acquisition.url to fetch it from', 'neither');
      }
      const body = acquisition ? { ...image, acquisition } : image;
      const { id } = await calls.addImage(inspectionId, body, upload, { signal });
      return read(inspectionId, id, signal);
    },

    async deleteOne({ inspectionId, imageId: id, signal }) {
      await calls.deleteImage(inspectionId, id, undefined, { signal });
      return deleteResponse('images', { id, deleted: true });
    },

    async photo({ imageId, signal }) {
      const photo = await calls.getPhoto(imageId, { signal });
      return { ...photo, sha256: await sha256(photo.bytes) };
    },
  });
}
