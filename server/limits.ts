import { LIMITS } from '../src/domain/limits.ts';

const MEBIBYTE = 1024 * 1024;

/** Limits of requests. Limits of inspections are in src/domain/limits.ts. */
export interface ServiceLimits {
  /**
   * Size of a body without files. The largest valid one is a view with 100 polygons.
   *
   * @default 4 MiB
   */
  jsonBytes: number;
  /**
   * Size of a photo.
   *
   * @default the limit of the device
   */
  photoBytes: number;
  /**
   * Size of a multipart body with all its files, and of all photos of a request. A photo counts once for each image that
   * has it.
   *
   * @default 256 MiB
   */
  uploadBytes: number;
  /**
   * Number of requests that an instance handles at the same time. The others get 503 with `Retry-After`. Each holds
   * memory.
   *
   * @default 500
   */
  concurrentRequests: number;
  /**
   * Number of requests with photos, in files or by URL, that are stored at the same time. Each may hold one body in
   * memory: the others wait on disk.
   *
   * @default 4
   */
  concurrentUploads: number;
  /**
   * Bytes of photos that those requests hold in memory together. A larger request runs alone.
   *
   * @default 50 MiB
   */
  photoMemoryBytes: number;
  /**
   * Average number of requests per second of one user.
   *
   * @default 100
   */
  requestsPerSecond: number;
  /**
   * Number of requests that one user can send at once.
   *
   * @default 500
   */
  burst: number;
  /**
   * Timeout for receiving a request, and for a client that takes nothing of its response, in milliseconds.
   *
   * @default 120000
   */
  requestMs: number;
  /**
   * Timeout for fetching a photo or sending a callback, in milliseconds.
   *
   * @default 20000
   */
  outboundMs: number;
}

export const DEFAULT_LIMITS: ServiceLimits = {
  jsonBytes: 4 * MEBIBYTE,
  photoBytes: LIMITS.photoBytes,
  uploadBytes: 256 * MEBIBYTE,
  concurrentRequests: 500,
  concurrentUploads: 4,
  photoMemoryBytes: 50 * MEBIBYTE,
  requestsPerSecond: 100,
  burst: 500,
  requestMs: 120_000,
  outboundMs: 20_000,
};
