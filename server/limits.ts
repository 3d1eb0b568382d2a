import { LIMITS } from '../src/domain/limits.ts';

const MEBIBYTE = 1024 * 1024;

/** What one caller may ask of the service. What one inspection may hold is in src/domain/limits.ts. */
export interface ServiceLimits {
  /** A body without files: the largest honest one is a view of 100 polygons. */
  jsonBytes: number;
  photoBytes: number;
  /** A multipart body, with all its files. */
  uploadBytes: number;
  /** Requests of one user, on average and at once. */
  requestsPerSecond: number;
  burst: number;
  /** To receive a request, and to fetch a photo or deliver a callback. */
  requestMs: number;
  outboundMs: number;
}

export const DEFAULT_LIMITS: ServiceLimits = {
  jsonBytes: 4 * MEBIBYTE,
  photoBytes: LIMITS.photoBytes,
  uploadBytes: 256 * MEBIBYTE,
  requestsPerSecond: 100,
  burst: 500,
  requestMs: 120_000,
  outboundMs: 20_000,
};
