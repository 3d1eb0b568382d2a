import { jpegPhoto } from '../../fixtures/photos.ts';

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** A small JPEG, drawn once per size and seed. */
export function smallPhoto(seed = 1, width = 64, height = 48): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${seed}:${width}:${height}`;
  const photo = drawn.get(key) ?? jpegPhoto({ seed, width, height });
  drawn.set(key, photo);
  return photo;
}
