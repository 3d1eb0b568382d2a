import { jpegPhoto } from '../fixtures/photos.ts';
import { engineAgreement, type Files } from './engine-agreement.ts';

/** Small photos as they are; larger ones are scaled while decoding, each size by another factor. */
engineAgreement(async () => {
  const sizes = [
    { seed: 4, width: 600, height: 450 },
    { seed: 4, width: 1600, height: 1200 },
    { seed: 8, width: 4000, height: 3000, orientation: 6 },
  ] as const;
  const files: Files = {};
  for (const size of sizes)
    files[`/drawn-${size.seed}-${size.width}x${size.height}.jpg`] = await jpegPhoto({
      ...size,
      view: 'side',
      damages: ['scratch', 'dent'],
    });
  return files;
});
