import type { TaskName } from '../../src/domain/enums.ts';
import type { AnalysisImage, AnalysisRequest } from '../../src/domain/task/analyzer.ts';

let requests = 0;

/**
 * Creates the request for a task on photos, as the library sends it to its analyzer. Each has images of its own:
 * Kerbside remembers what it detected on an image.
 */
export function analysisRequest(
  task: TaskName,
  images: AnalysisImage | readonly AnalysisImage[],
  signal: AbortSignal,
): AnalysisRequest {
  const inspectionId = 'bench';
  requests += 1;
  return {
    inspectionId,
    task: {
      id: 'bench',
      name: task,
      inspectionId,
      status: 'IN_PROGRESS',
      createdAt: '2026-01-01T00:00:00.000Z',
      confidencePreExecutionStatus: 'NOT_STARTED',
      images: [],
    },
    images: [images].flat().map((image, index) => ({ ...image, id: `${image.id} ${requests} ${index}` })),
    signal,
    onProgress: () => {},
  };
}

export function analysisImage(
  bytes: ArrayBuffer,
  { width, height, details }: { width: number; height: number; details?: AnalysisImage['details'] },
): AnalysisImage {
  return {
    id: 'photo',
    name: 'photo.jpg',
    imageWidth: width,
    imageHeight: height,
    mimetype: 'image/jpeg',
    ...(details && { details }),
    photo: async () => bytes,
  };
}
