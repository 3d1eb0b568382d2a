import type { FoundDamage } from '../../analysis/walk/close-ups.ts';
import type { Viewpoint } from '../../domain/enums.ts';
import type { Analyzer } from '../../domain/task/analyzer.ts';
import { requirePhotoHeader } from '../../photo/header/read-header.ts';

/** A photo of one side. */
export interface SidePhoto {
  photo: Blob;
  /** The side that it shows, as far as the app knows. Models distinguish left from right by it. */
  viewpoint?: Viewpoint | undefined;
}

/**
 * Looks for damage on a photo before its task starts, with the models of the task. Nothing is stored: the task decides.
 *
 * @throws `photo_invalid`, or what a task on this photo would fail with.
 */
export async function findDamages(
  analyzer: Pick<Analyzer, 'analyze'>,
  { photo, viewpoint }: SidePhoto,
  id: string,
  signal: AbortSignal,
): Promise<FoundDamage[]> {
  const bytes = await photo.arrayBuffer();
  const { width, height } = requirePhotoHeader(bytes);
  const { damages = [] } = await analyzer.analyze({
    inspectionId: id,
    task: {
      id,
      name: 'damage_detection',
      inspectionId: id,
      status: 'IN_PROGRESS',
      createdAt: '',
      confidencePreExecutionStatus: 'NOT_STARTED',
      images: [],
    },
    images: [
      {
        id,
        name: 'side photo',
        imageWidth: width,
        imageHeight: height,
        mimetype: photo.type,
        photo: async () => bytes.slice(0), // a worker takes it over
        ...(viewpoint && { details: { viewpointName: viewpoint } }),
      },
    ],
    signal,
    onProgress: () => {},
  });
  return damages.map(({ damageType, partType, confidence = 0, views }) => {
    const [box] = views.map(({ boundingBox }) => boundingBox);
    const area = box ? (box.width * box.height) / (width * height) : 0;
    return { damageType, partType, confidence, area };
  });
}
