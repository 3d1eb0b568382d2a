import type { DeviceStorage } from './ports.ts';

/**
 * The device's storage, with no more room than the app wants to use. Chrome reports a quota of usage + 10 GiB whatever
 * the disk holds (https://chromestatus.com/feature/4977371751645184), so without a budget a warning comes too late.
 */
export function withinBudget(storage: DeviceStorage, budgetBytes: number): DeviceStorage {
  return {
    async estimate() {
      const room = await storage.estimate();
      return room && { ...room, quotaBytes: Math.min(room.quotaBytes, budgetBytes) };
    },
    persist: () => storage.persist(),
    isPersisted: () => storage.isPersisted(),
  };
}
