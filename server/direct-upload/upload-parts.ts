/** Larger files are uploaded in parts, so that an interrupted upload continues with the part that is missing. */
export const SINGLE_BYTES = 16_000_000;
/** Buckets join parts of at least 5 MiB. Small parts lose little when a connection breaks. */
export const PART_BYTES = 5 * 1024 * 1024;

/** One request of an upload: a range of the file, and the object that it becomes. */
export interface UploadPart {
  key: string;
  offset: number;
  size: number;
}

/** Returns the parts of a file: one, or as many as it needs. Their keys derive from the id of the upload. */
export function listParts(id: string, size: number): UploadPart[] {
  if (size <= SINGLE_BYTES) return [{ key: id, offset: 0, size }];
  const count = Math.ceil(size / PART_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const offset = index * PART_BYTES;
    return { key: `${id}.${index + 1}`, offset, size: Math.min(PART_BYTES, size - offset) };
  });
}
