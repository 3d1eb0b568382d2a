import type { Task } from 'kerbside';

/**
 * Returns true if the task is the repair estimate and other tasks still run. The estimate is computed at once and follows
 * their results: it is done when they are.
 */
export function isAwaitingResults({ name, status }: Task, tasks: readonly Task[]): boolean {
  const areRunning = tasks.some((task) => task.status === 'TODO' || task.status === 'IN_PROGRESS');
  return name === 'repair_estimate' && status === 'DONE' && areRunning;
}
