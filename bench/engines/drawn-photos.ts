import sharp from 'sharp';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { platePicture } from '../../test/fixtures/text-pictures.ts';
import type { SitePhoto } from './site.ts';

const VIEWS = ['front', 'side', 'rear'] as const;
const PLATES = ['KB482SD', 'AX307PL', 'TR951QM'];
const SIZES = [
  { width: 640, height: 480 },
  { width: 4000, height: 3000 },
];

/** Draws the photos on which the engines are measured: cars for damages and wheels, number plates for text. */
export async function drawPhotos(): Promise<SitePhoto[]> {
  const photos: SitePhoto[] = [];
  for (const { width, height } of SIZES) {
    for (const [index, view] of VIEWS.entries()) {
      const bytes = await jpegPhoto({ seed: 3 + index, width, height, view, damages: ['scratch', 'dent'] });
      const photo = { type: 'image/jpeg', width, height, bytes };
      photos.push({ ...photo, task: 'damage_detection', file: `car-${width}-${view}.jpg` });
      if (view === 'side') photos.push({ ...photo, task: 'wheel_analysis', file: `wheels-${width}.jpg` });
    }
  }
  for (const [index, text] of PLATES.entries()) {
    const bytes = await sharp(Buffer.from(platePicture(text)))
      .resize(1350, 630, { fit: 'fill' })
      .jpeg()
      .toBuffer();
    photos.push({
      task: 'images_ocr',
      file: `plate-${index}.jpg`,
      type: 'image/jpeg',
      width: 1350,
      height: 630,
      imageType: 'PLATE',
      bytes,
    });
  }
  return photos;
}
