import type { AnalysisImage, AnalysisRequest } from '../../src/domain/analyzer.ts';
import type { TaskName } from '../../src/domain/enums.ts';

/** Creates the request for a task on one photo, as the library sends it to its analyzer. */
export function analysisRequest(task: TaskName, image: AnalysisImage, signal: AbortSignal): AnalysisRequest {
  const inspectionId = 'bench';
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
    images: [image],
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
