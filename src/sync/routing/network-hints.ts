import type { NetworkHints } from './choose-route.ts';

/** Not in every browser, so not among the compiler's types: https://wicg.github.io/netinfo/ */
interface NetworkInformation {
  downlink?: number;
  rtt?: number;
}

/** What the browser believes of the network. */
export function browserHints(): NetworkHints {
  const navigator = globalThis.navigator as (Navigator & { connection?: NetworkInformation }) | undefined;
  const { downlink, rtt } = navigator?.connection ?? {};
  return {
    // Node has a navigator that does not say; what does not say is taken to be online.
    isOnline: navigator?.onLine !== false,
    ...(downlink !== undefined && { downlinkMbps: downlink }),
    ...(rtt !== undefined && { rttMs: rtt }),
  };
}
