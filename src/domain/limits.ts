/**
 * Limits that the specification leaves open. They keep one faulty call from filling a phone. Normal use does not reach
 * them.
 */
export const LIMITS = {
  /** Characters of names, references and plates: texts of one line. */
  shortText: 256,
  /** Characters of comments, accident descriptions and addresses. */
  longText: 10_000,
  /** Characters. */
  url: 2_048,
  /** Bytes of the caller's own JSON (`additionalData`, `arguments`, …), serialized. */
  jsonBytes: 64 * 1024,
  /** Bytes of the results of a device in an inspection's additional data. They do not count towards `jsonBytes`. */
  deviceResultsBytes: 64 * 1024,
  /** Levels of the caller's own JSON. */
  jsonDepth: 32,
  /** Images of one `inspections.createOne`. */
  imagesPerCreate: 100,
  /** Images of one inspection, without deleted ones. */
  imagesPerInspection: 1_000,
  /** Images of one inspection, with deleted ones. */
  imageRecordsPerInspection: 10_000,
  /** Callbacks of one task. */
  callbacksPerTask: 16,
  /**
   * Price of one part, in major units. The sum over all parts is exact in minor units, also in currencies with three
   * decimals. The repair of a part costs less in every currency.
   */
  price: 100_000_000_000,
  /** Damage areas of one inspection. */
  damageAreas: 100,
  /** Decisions about the damages of one comparison. */
  decisions: 500,
  /** Damages of a signed comparison. */
  signedDamages: 1_000,
  /** Confirmations of one inspection, and photos of one of them. */
  confirmations: 1_000,
  /** Polygons of one view. */
  polygonsPerView: 100,
  /** Points of one polygon. */
  pointsPerPolygon: 2_000,
  /** Records per page of a list. */
  pageSize: 500,
  /** The default of `limits.photoBytes`. */
  photoBytes: 50 * 1024 * 1024,
  /** Pixels of a photo's shorter side. A smaller photo shows nothing that a model or a person could assess. */
  photoMinSide: 32,
  /** Phones of 48 megapixels deliver 8,064 × 6,048 pixels. Panoramas are wider. */
  photoMaxPixels: 120_000_000,
  /** Bytes of the logo in reports. */
  logoBytes: 512 * 1024,
  /** Pixels of its longer side. */
  logoSide: 2_000,
  /** Bytes of an unpacked export. */
  archiveBytes: 2 * 1024 * 1024 * 1024,
} as const;
