import type { InspectionStatus, ProgressStatus, TaskName, Vehicle } from 'kerbside';

export function bytes(count: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'] as const;
  let [value, unit] = [count, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)}\u00a0${units[unit]}`;
}

const shares = new Intl.NumberFormat(undefined, { style: 'percent' });

/** `0.62` → `62 %`, as the person's language writes it. */
export const percent = (share: number) => shares.format(share);

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

export const moment = (iso: string) => moments.format(new Date(iso));
export const time = (date: Date) => times.format(date);

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`;
}

/** `door_front_left` → `Door front left`. */
export function words(value: string): string {
  const text = value.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const taskLabels: Record<TaskName, string> = {
  damage_detection: 'Damage detection',
  wheel_analysis: 'Wheel analysis',
  repair_estimate: 'Repair estimate',
  images_ocr: 'Text reading',
};

export const statusLabels: Record<ProgressStatus | InspectionStatus, string> = {
  NOT_STARTED: 'Not started',
  TODO: 'Waiting',
  IN_PROGRESS: 'In progress',
  DONE: 'Done',
  ERROR: 'Failed',
  ABORTED: 'Stopped',
  IN_REVIEW: 'In review',
  VALIDATED: 'Validated',
};

export function vehicleTitle(vehicle: Vehicle | undefined): string {
  const name = [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ');
  return name || vehicle?.plate || 'Unnamed vehicle';
}
