import type { DeviceStorage } from './ports.ts';

/**
 * Limits the reported quota to the storage that the app wants to use.
 *
 * Chrome reports a quota of usage + 10 GiB, whatever the free disk space is
 * (https://chromestatus.com/feature/4977371751645184). Without a budget, `storage.warning` comes too late.
 */
export function withStorageBudget(storage: DeviceStorage, budgetBytes: number): DeviceStorage {
  return {
    async estimate() {
      const estimate = await storage.estimate();
      return estimate && { ...estimate, quotaBytes: Math.min(estimate.quotaBytes, budgetBytes) };
    },
    persist: () => storage.persist(),
    isPersisted: () => storage.isPersisted(),
  };
}
