// @module-tag long
import { withColourProfile } from '../fixtures/colour-profile.ts';
import { type JpegPhotoOptions, jpegPhoto } from '../fixtures/photos.ts';
import { type Files, testEngineAgreement } from './engine-agreement.ts';

/** The larger photos are scaled during decoding, each size by another factor. */
testEngineAgreement(async () => {
  const photos = [
    { seed: 4, width: 600, height: 450, view: 'side', damages: ['scratch', 'dent'] },
    { seed: 1, width: 1600, height: 1200, view: 'front', damages: ['dent', 'broken_glass'] },
    { seed: 8, width: 4000, height: 3000, orientation: 6, view: 'side', damages: ['scratch', 'dent'] },
  ] satisfies JpegPhotoOptions[];
  const files: Files = {};
  for (const photo of photos)
    files[`/drawn-${photo.view}-${photo.width}x${photo.height}.jpg`] = await jpegPhoto(photo);
  const wide = await jpegPhoto({
    seed: 1,
    width: 1600,
    height: 1200,
    view: 'front',
    damages: ['dent', 'broken_glass'],
  });
  files['/drawn-front-1600x1200-display-p3.jpg'] = withColourProfile(wide, 'display-p3');
  return files;
});
