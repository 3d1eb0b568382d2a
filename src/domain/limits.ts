/**
 * The limits the specification leaves open. They keep one bad call from filling a phone,
 * and are wide enough that an honest caller never meets them.
 */
export const LIMITS = {
  /** Names, references, plates: anything shown on one line. */
  shortText: 256,
  /** Comments, accident descriptions, addresses. */
  longText: 10_000,
  url: 2_048,
  /** A caller's own JSON (`additionalData`, `arguments`, …), serialized. */
  jsonBytes: 64 * 1024,
  jsonDepth: 32,
  imagesPerCreate: 100,
  imagesPerInspection: 1_000,
  callbacksPerTask: 16,
  damageAreas: 100,
  polygonsPerView: 100,
  pointsPerPolygon: 2_000,
  /** Records per page, of images and of inspections. */
  pageSize: 500,
  photoBytes: 50 * 1024 * 1024,
  /** Shorter than this on either side shows nothing a model or a person could judge. */
  photoMinSide: 32,
  /** 48-megapixel phones deliver 8,064 x 6,048; panoramas are wider. */
  photoMaxPixels: 120_000_000,
  /** An export, unpacked. */
  archiveBytes: 2 * 1024 * 1024 * 1024,
} as const;
