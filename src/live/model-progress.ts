import type { EventOf } from '../domain/events.ts';

/** The download of one model or runtime file. */
export interface FileProgress {
  /** The URL of the file. */
  file: string;
  receivedBytes: number;
  totalBytes: number;
}

/** The downloads of this tab since the query was first subscribed to. */
export interface ModelProgress {
  /** The files in the order in which their downloads began. */
  files: readonly FileProgress[];
  /** The sum of all files. */
  receivedBytes: number;
  /** The sum of all files whose download has begun. */
  totalBytes: number;
}

/** Returns the progress after an event. */
export function addProgress(
  progress: ModelProgress,
  { file, receivedBytes, totalBytes }: Omit<EventOf<'model.progress'>, 'type'>,
): ModelProgress {
  const next = { file, receivedBytes, totalBytes };
  const isKnown = progress.files.some((one) => one.file === file);
  return sumProgress(
    isKnown ? progress.files.map((one) => (one.file === file ? next : one)) : [...progress.files, next],
  );
}

/** Returns the progress of some files. */
export function sumProgress(files: readonly FileProgress[]): ModelProgress {
  const sum = (bytes: (file: FileProgress) => number) =>
    files.reduce((total, file) => total + bytes(file), 0);
  return {
    files,
    receivedBytes: sum(({ receivedBytes }) => receivedBytes),
    totalBytes: sum(({ totalBytes }) => totalBytes),
  };
}
