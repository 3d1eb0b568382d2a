import type { Analyzer } from '../domain/analyzer.ts';
import type { TaskName } from '../domain/enums.ts';
import type { Task } from '../domain/task/task.ts';
import { hasEnded } from '../domain/task/task-status.ts';
import { KerbsideError } from '../errors.ts';
import { chooseDeviceUser } from '../rules/device-user.ts';
import { finishTask } from '../rules/finish-task.ts';
import { type InspectionState, requireRecord, requireTask } from '../rules/state.ts';
import { updateTaskAsRunner } from '../rules/tasks.ts';
import type { Host } from './host.ts';
import { loadInspection } from './load-inspection.ts';
import { toAnalysisImage } from './stored-photo.ts';

interface TaskRun {
  inspectionId: string;
  name: TaskName;
  /** Aborts the run. The task stays open and can run again. */
  signal: AbortSignal;
  routing?: TaskRouting;
}

/** Decides where tasks run if a remote service can run them too. */
export interface TaskRouting {
  /** Resolves to whether this device runs the task. It may wait for the service's results first. */
  shouldRunOnDevice(inspectionId: string, name: TaskName, signal: AbortSignal): Promise<boolean>;
  /** Whether results of this device are final: they are sent to the service, which does not run the task itself. */
  readonly isFinal: boolean;
}

/** Runs one open task to its end. The caller must hold the task's lock. */
export async function runTask(host: Host, analyzer: Analyzer, run: TaskRun): Promise<void> {
  const { inspectionId, name, signal, routing } = run;
  const { changes, events } = host;
  let state = await loadIfOpen(host, run);
  if (!state || (await isUnsupported(analyzer, name))) return; // the task stays open for another host
  if (routing) {
    if (!(await routing.shouldRunOnDevice(inspectionId, name, signal))) return;
    state = await loadIfOpen(host, run); // the service's results may have arrived meanwhile
    if (!state) return;
  }
  const open = state;
  const current = requireTask(open, name);
  const task =
    current.status === 'TODO'
      ? await changes.apply(inspectionId, updateTaskAsRunner(name, 'IN_PROGRESS'))
      : current;
  // With routing, the service's results may end the task during the run. Then the run is aborted.
  const ended = routing && watchTaskEnd(host, run);
  try {
    const results = await analyzer.analyze({
      inspectionId,
      task,
      images: task.images.map(({ imageId }) =>
        toAnalysisImage(host, requireRecord(open.images, imageId, 'image'), name),
      ),
      signal: ended ? AbortSignal.any([signal, ended.signal]) : signal,
      onProgress: (done, total) =>
        events.publish({ type: 'task.progress', inspectionId, taskName: name, done, total }),
    });
    signal.throwIfAborted();
    // With routing, the service has the last word, or the results are sent now: nothing looks again here.
    const { provisional = false, ...result } = results;
    await changes.applyAs(
      chooseDeviceUser,
      inspectionId,
      finishTask(
        name,
        { ...result, provisional: provisional && !routing },
        { final: routing?.isFinal === true },
      ),
    );
  } catch (error) {
    if (signal.aborted || ended?.signal.aborted) return; // stays open: the next start runs it again
    await changes.apply(inspectionId, updateTaskAsRunner(name, 'ERROR', toTaskError(error)));
  } finally {
    ended?.unsubscribe();
  }
}

/** Returns a signal that aborts when the task ends. */
function watchTaskEnd({ events }: Host, { inspectionId, name }: TaskRun) {
  const controller = new AbortController();
  const unsubscribe = events.on('task.updated', (event) => {
    const isThisTask = event.inspectionId === inspectionId && event.taskName === name;
    if (isThisTask && hasEnded(event.status)) controller.abort();
  });
  return { signal: controller.signal, unsubscribe };
}

/** Returns the inspection if its task is still open. */
async function loadIfOpen(host: Host, { inspectionId, name }: TaskRun): Promise<InspectionState | undefined> {
  const state = await loadInspection(host, inspectionId);
  return isTaskOpen(requireTask(state, name)) && !state.inspection.deletedAt ? state : undefined;
}

export function isTaskOpen({ status }: Task): boolean {
  return status === 'TODO' || status === 'IN_PROGRESS';
}

/** If the analyzer cannot tell (the manifest could not be loaded), the task runs and records why it failed. */
async function isUnsupported(analyzer: Analyzer, name: TaskName): Promise<boolean> {
  try {
    return (await analyzer.supports?.(name)) === false;
  } catch {
    return false;
  }
}

function toTaskError(error: unknown): { message: string; errorCode: string } {
  const message = error instanceof Error ? error.message : String(error);
  return { message, errorCode: error instanceof KerbsideError ? error.code : 'task_failed' };
}
