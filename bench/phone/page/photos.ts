import type { TaskName } from '../../../src/domain/enums.ts';
import type { AnalysisImage } from '../../../src/domain/task/analyzer.ts';
import { browserPhoto, svgImage } from '../../../test/fixtures/browser-photos.ts';
import { platePicture } from '../../../test/fixtures/text-pictures.ts';
import { analysisImage } from '../../lib/analysis-request.ts';

interface Picture {
  what: string;
  width: number;
  height: number;
  details?: AnalysisImage['details'];
  draw(): Promise<Blob>;
}

/** The size of a phone photo. */
const car: Picture = {
  what: 'a drawn car',
  width: 4000,
  height: 3000,
  draw: () =>
    browserPhoto({
      seed: 3,
      width: car.width,
      height: car.height,
      view: 'side',
      damages: ['scratch', 'dent'],
      noise: 12,
    }),
};

const plate: Picture = {
  what: 'a drawn number plate',
  width: 2700,
  height: 1260,
  details: { imageType: 'PLATE' },
  async draw() {
    const context = new OffscreenCanvas(plate.width, plate.height).getContext('2d');
    if (!context) throw new Error('This browser gives no 2D context for an OffscreenCanvas');
    context.drawImage(await svgImage(platePicture('KB482SD')), 0, 0, plate.width, plate.height);
    return context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
  },
};

export interface DrawnPhoto {
  image: AnalysisImage;
  /** A description. */
  words: string;
}

const drawn = new Map<Picture, Promise<DrawnPhoto>>();

/** Draws the photo of a task on this device, once. */
export function photoFor(task: TaskName): Promise<DrawnPhoto> {
  const picture = task === 'images_ocr' ? plate : car;
  const photo = drawn.get(picture) ?? photoOf(picture);
  drawn.set(picture, photo);
  return photo;
}

async function photoOf({ what, width, height, details, draw }: Picture): Promise<DrawnPhoto> {
  const bytes = await (await draw()).arrayBuffer();
  const image = analysisImage(bytes, { width, height, ...(details && { details }) });
  return { image, words: `${what}, ${width} × ${height}, ${(bytes.byteLength / 1e6).toFixed(1)} MB` };
}
