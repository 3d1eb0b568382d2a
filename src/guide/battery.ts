import type { BatteryLevel } from '../analysis/guide/frame-pace.ts';

/** The battery of https://w3c.github.io/battery, which only Chromium has. */
interface BatteryManager extends BatteryLevel {}

/** Returns a function that returns the charge of the battery, or undefined if the browser does not report it. */
export function watchBattery(): () => BatteryLevel | undefined {
  let battery: BatteryManager | undefined;
  const { getBattery } = globalThis.navigator as { getBattery?: () => Promise<BatteryManager> };
  void getBattery?.call(navigator).then(
    (found) => {
      battery = found; // its fields stay current
    },
    () => {},
  );
  return () => battery;
}
