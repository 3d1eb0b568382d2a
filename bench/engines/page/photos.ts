import type { OcrImageType, TaskName } from '../../../src/domain/enums.ts';
import type { AnalysisImage } from '../../../src/domain/task/analyzer.ts';

/** A photo of `photos/index.json`. */
export interface ListedPhoto {
  task: TaskName;
  file: string;
  type: string;
  width: number;
  height: number;
  imageType?: OcrImageType;
  /** Whether it is only used to compare detections. */
  onlyCompared?: boolean;
}

export interface BenchPhoto extends ListedPhoto {
  image: AnalysisImage;
}

/** Fetches the photos of this site. */
export async function fetchPhotos(): Promise<BenchPhoto[]> {
  const listed: ListedPhoto[] = await (await fetch('photos/index.json')).json();
  return Promise.all(
    listed.map(async (photo) => {
      const bytes = await (await fetch(`photos/${photo.file}`)).arrayBuffer();
      const image: AnalysisImage = {
        id: photo.file,
        name: photo.file,
        imageWidth: photo.width,
        imageHeight: photo.height,
        mimetype: photo.type,
        ...(photo.imageType && { details: { imageType: photo.imageType } }),
        photo: async () => bytes,
      };
      return { ...photo, image };
    }),
  );
}
