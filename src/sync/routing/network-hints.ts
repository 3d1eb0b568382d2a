import type { NetworkHints } from './choose-route.ts';

/** Not in every browser, so not in TypeScript's DOM types: https://wicg.github.io/netinfo/ */
interface NetworkInformation {
  downlink?: number;
  rtt?: number;
}

/** Returns what the browser reports about the network. */
export function readNetworkHints(): NetworkHints {
  const navigator = globalThis.navigator as (Navigator & { connection?: NetworkInformation }) | undefined;
  const { downlink, rtt } = navigator?.connection ?? {};
  return {
    // Node's navigator has no `onLine`: that counts as online.
    isOnline: navigator?.onLine !== false,
    ...(downlink !== undefined && { downlinkMbps: downlink }),
    ...(rtt !== undefined && { rttMs: rtt }),
  };
}
