import type { BatteryLevel } from '../analysis/guide/frame-pace.ts';

/** How the phone moves and is held. */
export interface Motion {
  /** In degrees per second. */
  rotation: number;
  /** How much it is turned from the nearest of upright and sideways, in degrees. Undefined if it lies flat. */
  roll: number | undefined;
}

/** An older event says nothing about the present. */
const MAX_AGE_MS = 500;
/** A phone that shares less of gravity with its screen lies flat: its roll means nothing. */
const MIN_UPRIGHT = 0.7;

/**
 * Returns the motion of the phone, until the signal aborts. iOS asks the user before it reports motion: an app that wants it
 * there calls `DeviceMotionEvent.requestPermission` itself, on a tap.
 */
export function watchMotion(now: () => number, signal: AbortSignal): () => Motion | undefined {
  let latest: { motion: Motion; at: number } | undefined;
  globalThis.addEventListener?.(
    'devicemotion',
    (event) => {
      const motion = readMotion(event);
      if (motion) latest = { motion, at: now() };
    },
    { signal },
  );
  return () => (latest && now() - latest.at <= MAX_AGE_MS ? latest.motion : undefined);
}

/** Returns undefined for the empty event of a computer. */
function readMotion({
  rotationRate,
  accelerationIncludingGravity: gravity,
}: DeviceMotionEvent): Motion | undefined {
  const rates = [rotationRate?.alpha, rotationRate?.beta, rotationRate?.gamma].filter((rate) => rate != null);
  if (rates.length === 0 && gravity?.x == null) return undefined;
  return { rotation: Math.hypot(...rates), roll: gravity ? readRoll(gravity) : undefined };
}

function readRoll({ x, y, z }: DeviceMotionEventAcceleration): number | undefined {
  if (x == null || y == null || z == null) return undefined;
  if (Math.hypot(x, y) < MIN_UPRIGHT * Math.hypot(x, y, z)) return undefined;
  const angle = (Math.atan2(x, y) * 180) / Math.PI;
  return angle - 90 * Math.round(angle / 90);
}

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
