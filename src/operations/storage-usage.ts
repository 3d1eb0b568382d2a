import type { StoreCounts } from '../store/store.ts';

/** The data that this device stores, and the space it has. */
export interface StorageUsage extends StoreCounts {
  /** Bytes used by the whole origin, as estimated by the browser. Null if the browser gives no estimate. */
  usedBytes: number | null;
  /** The smaller of the browser's quota and `limits.storageBytes`. Null if the browser gives no estimate. */
  quotaBytes: number | null;
  /** Whether the browser keeps the data under storage pressure. */
  persisted: boolean;
  /** ISO time of the first inspection that the browser deleted with the database. Null if nothing was lost. */
  lostSince: string | null;
}
