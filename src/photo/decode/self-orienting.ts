/**
 * Whether a decoder of this browser turns photos upright by itself. They differ, and change: ImageDecoder does in Firefox
 * 153 and does not in Chromium. So it is tried, on a picture that is black and white from left to right as it is stored,
 * and whose EXIF says that it hangs upside down.
 */
export async function turnsItself(
  type: keyof typeof UPSIDE_DOWN,
  decode: (picture: ArrayBuffer, size: { width: number; height: number }) => Promise<Uint8ClampedArray>,
): Promise<boolean> {
  const picture = Uint8Array.from(atob(UPSIDE_DOWN[type]), (sign) => sign.charCodeAt(0)).buffer;
  const [left = 0] = await decode(picture, { width: 16, height: 8 });
  return left > 127;
}

const UPSIDE_DOWN = {
  'image/jpeg':
    '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAMAAAAAAAD/2wBDACgoKCgrKC0yMi0/RDxEP11VTk5VXYxkbGRsZIzVhZuFhZuF1bzkua255Lz//+vr////////////////////////wgALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABQb/2gAIAQEAAAAAFs//xAAUEAEAAAAAAAAAAAAAAAAAAAAQ/9oACAEBAAE/AD//2Q==',
  'image/webp':
    'UklGRloAAABXRUJQVlA4WAoAAAAIAAAADwAABwAAVlA4TBoAAAAvD8ABAA8w//M///MfeBALJvOX7kwhov+hA0VYSUYaAAAATU0AKgAAAAgAAQESAAMAAAABAAMAAAAAAAA=',
};
