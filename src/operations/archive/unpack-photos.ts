import { LIMITS } from '../../domain/limits.ts';
import { readPhotoHeader } from '../../photo/header/read-header.ts';
import type { Platform } from '../../platform/ports.ts';
import type { StoredPhoto } from '../../rules/rule.ts';
import type { ImageRecord } from '../../rules/state.ts';
import { invalidArchiveError } from './archive-errors.ts';
import { photoFile } from './archive-format.ts';
import type { Archive } from './unpack-archive.ts';
import type { ZipReader } from './zip-reader.ts';

interface PhotoLimits {
  /** The largest photo that this device accepts, in bytes. */
  photoBytes: number;
  /** The size of the zip file in bytes. */
  zipBytes: number;
}

/** Photos are compressed already: a zip unpacks to little more than its size, unless it is a bomb. */
const MAX_EXPANSION = 20;
const MIN_ALLOWED_BYTES = 16 * 1024 * 1024;

/** The photos to unpack: those that the browser of the exporting device had not damaged. Damaged ones cannot be used. */
function listIntact({ photos }: Archive): Archive['photos'] {
  return photos.filter(({ sha256, packedSha256 }) => sha256 === packedSha256);
}

/**
 * Returns the bytes of all photos, as stated in the zip's directory. Unpacks nothing.
 *
 * @throws `invalid_input` if a photo is missing, or if one or all of them are too large.
 */
export function measurePhotos(zip: ZipReader, archive: Archive, limits: PhotoLimits): number {
  let total = 0;
  for (const { imageId } of listIntact(archive)) {
    const size = zip.sizeOf(photoFile(imageId));
    if (size === undefined) throw invalidArchiveError(`the photo of image ${imageId} is missing`);
    if (size > limits.photoBytes)
      throw invalidArchiveError(`the photo of image ${imageId} has more than ${limits.photoBytes} bytes`);
    total += size;
  }
  const allowed = Math.min(LIMITS.archiveBytes, MIN_ALLOWED_BYTES + MAX_EXPANSION * limits.zipBytes);
  if (total > allowed) throw invalidArchiveError(`its photos unpack to more than ${allowed} bytes`);
  return total;
}

/**
 * Unpacks the photos and checks them like new ones: by their header, whatever the records state.
 *
 * @throws `invalid_input` if a photo is not one, or does not match the record of its image.
 */
export async function unpackPhotos(
  zip: ZipReader,
  archive: Archive,
  { photoBytes }: PhotoLimits,
  sha256: Platform['sha256'],
): Promise<StoredPhoto[]> {
  const { state } = archive;
  const images = new Map(state.images.map((image) => [image.id, image]));
  const photos: StoredPhoto[] = [];
  for (const { imageId, sha256: expected } of listIntact(archive)) {
    const bytes = await zip.read(photoFile(imageId), photoBytes);
    const hash = await sha256(bytes.buffer);
    const image = images.get(imageId);
    if (hash !== expected || hash !== image?.sha256)
      throw invalidArchiveError(`the photo of image ${imageId} was altered`);
    const type = checkHeader(bytes, image);
    photos.push({ imageId, inspectionId: state.inspection.id, bytes: bytes.buffer, type, sha256: hash });
  }
  return photos;
}

/** Returns the type of the photo. */
function checkHeader(bytes: Uint8Array, image: ImageRecord): string {
  const read = readPhotoHeader(bytes);
  if (!read.ok) throw invalidArchiveError(`the photo of image ${image.id} cannot be used: ${read.message}`);
  const { type, width, height } = read.header;
  if (width !== image.imageWidth || height !== image.imageHeight || type !== image.mimetype)
    throw invalidArchiveError(
      `the photo of image ${image.id} is ${type}, ${width} x ${height} pixels, and its record states ${image.mimetype}, ${image.imageWidth} x ${image.imageHeight}`,
    );
  return type;
}
