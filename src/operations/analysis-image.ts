import type { AnalysisImage } from '../domain/analyzer.ts';
import type { TaskName } from '../domain/enums.ts';
import type { ImageRecord } from '../rules/state.ts';
import type { Host } from './host.ts';
import { verifiedPhoto } from './images.ts';

/** An image as an analyzer gets it for a task: with what it says to that task, and its photo when asked for. */
export function analysisImage(host: Host, image: ImageRecord, task: TaskName): AnalysisImage {
  const details = image.tasks.find(({ name }) => name === task)?.imageDetails;
  return {
    ...image,
    ...(details && { details }),
    photo: async () => (await verifiedPhoto(host, image.id)).bytes,
  };
}
