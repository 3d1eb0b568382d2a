/**
 * Returns whether a decoder of this browser applies the EXIF orientation. Browsers differ, and change: ImageDecoder does
 * in Firefox 153, and does not in Chromium. This decodes a photo that is stored black on the left and white on the
 * right, with an EXIF orientation of 180 degrees.
 */
export async function appliesExifOrientation(
  type: keyof typeof UPSIDE_DOWN,
  decode: (photo: ArrayBuffer, size: { width: number; height: number }) => Promise<Uint8ClampedArray>,
): Promise<boolean> {
  const photo = Uint8Array.from(atob(UPSIDE_DOWN[type]), (character) => character.charCodeAt(0)).buffer;
  const [left = 0] = await decode(photo, { width: 16, height: 8 });
  return left > 127;
}

const UPSIDE_DOWN = {
  'image/jpeg':
    '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAMAAAAAAAD/2wBDACgoKCgrKC0yMi0/RDxEP11VTk5VXYxkbGRsZIzVhZuFhZuF1bzkua255Lz//+vr////////////////////////wgALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABQb/2gAIAQEAAAAAFs//xAAUEAEAAAAAAAAAAAAAAAAAAAAQ/9oACAEBAAE/AD//2Q==',
  'image/webp':
    'UklGRloAAABXRUJQVlA4WAoAAAAIAAAADwAABwAAVlA4TBoAAAAvD8ABAA8w//M///MfeBALJvOX7kwhov+hA0VYSUYaAAAATU0AKgAAAAgAAQESAAMAAAABAAMAAAAAAAA=',
};
