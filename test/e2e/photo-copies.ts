/** Inserts a random comment (COM segment) into a JPEG, so that every copy has its own hash. */
export function newPhoto(picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const comment = crypto.getRandomValues(new Uint8Array(16));
  const segment = [0xff, 0xfe, 0, comment.length + 2, ...comment];
  const bytes = new Uint8Array(picture.length + segment.length);
  bytes.set(picture.subarray(0, 2));
  bytes.set(segment, 2);
  bytes.set(picture.subarray(2), 2 + segment.length);
  return bytes;
}
