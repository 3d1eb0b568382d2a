/** The battery of the device. Unknown in most browsers. */
export interface BatteryLevel {
  /** 0 to 1. */
  level: number;
  charging: boolean;
}

/** More frames per second do not help the photographer. */
const MIN_INTERVAL_MS = 100;
/** The part of a frame's time that the device rests after it. */
const REST = 0.15;
/** A device that takes so much longer than at first is hot: it rests as long as it works. */
const HOT_FACTOR = 1.7;
/** Longest time from frame to frame, by the charge of the battery that falls below. */
const LOW_BATTERY = [
  { level: 0.15, intervalMs: 500 },
  { level: 0.35, intervalMs: 250 },
] as const;

/**
 * Returns how long to wait before the next frame, in milliseconds.
 *
 * @param tookMs The time that the last frame took.
 * @param fastestMs The least time that a frame took.
 */
export function getFrameDelay(
  { tookMs, fastestMs }: { tookMs: number; fastestMs: number },
  battery?: BatteryLevel,
): number {
  const rest = tookMs > HOT_FACTOR * fastestMs ? tookMs : REST * tookMs;
  const low = LOW_BATTERY.find(({ level }) => battery && !battery.charging && battery.level < level);
  return Math.max(rest, (low?.intervalMs ?? MIN_INTERVAL_MS) - tookMs);
}
