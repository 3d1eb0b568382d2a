import type { TaskName } from '../domain/enums.ts';
import type { ResultAuthority, Task, TaskError } from '../domain/records/task.ts';
import type { Analyzer } from '../domain/task/analyzer.ts';
import { hasEnded } from '../domain/task/task-status.ts';
import { KerbsideError } from '../errors.ts';
import { chooseDeviceUser } from '../rules/device-user.ts';
import { finishTask } from '../rules/finish-task.ts';
import { type InspectionState, requireRecord, requireTask } from '../rules/state.ts';
import { updateTaskAsHost } from '../rules/tasks.ts';
import type { WorkDescription } from './background-work.ts';
import type { Host } from './host.ts';
import { loadInspection } from './load-inspection.ts';
import { toAnalysisImage } from './stored-photo.ts';

/** A task that is to run. */
interface StartedTask {
  inspectionId: string;
  name: TaskName;
  /**
   * Restarts the task, if this is its last failure. Several tabs, and several scans, request the restart: only the first one
   * still finds that failure.
   */
  failureId?: string;
}

interface TaskRun extends StartedTask {
  /** Aborts the run. The task stays open and can run again. */
  signal: AbortSignal;
  routing?: TaskRouting;
  /** Whether this device analyzes the task again if the analyzer asks for it. */
  reanalyzes?: boolean;
}

/** Decides where tasks run if a remote service can run them too. */
export interface TaskRouting {
  /** Resolves to whether this device runs the task. It may wait for the service's results first. */
  shouldRunOnDevice(inspectionId: string, name: TaskName, signal: AbortSignal): Promise<boolean>;
  /** Whose results are final. */
  readonly authority: ResultAuthority;
}

/**
 * Runs started tasks:
 *
 *   TODO ─▶ routing ─▶ IN_PROGRESS ─▶ analyze ─▶ results + DONE, or ERROR with its reason
 *
 * Results and DONE are one commit: an interrupted run leaves nothing behind. A task that failed because its model or its code
 * could not be downloaded is restarted when the network is back and when Kerbside is opened the next time.
 */
export function describeTasks(
  host: Host,
  analyzer: Analyzer,
  options: Pick<TaskRun, 'routing' | 'reanalyzes'> = {},
): WorkDescription<StartedTask> {
  return {
    key: ({ inspectionId, name }) => `task:${inspectionId}:${name}`,
    onEvent: (event) =>
      event.type === 'task.updated' && event.status === 'TODO'
        ? { inspectionId: event.inspectionId, name: event.taskName }
        : undefined,
    find: ({ inspection: { id: inspectionId }, tasks }) =>
      tasks.flatMap((task) => {
        const { name } = task;
        const failureId = findDownloadFailure(task)?.id;
        if (failureId !== undefined) return { inspectionId, name, failureId };
        return isTaskOpen(task) ? { inspectionId, name } : [];
      }),
    scans: [{ status: 'IN_PROGRESS', limit: Number.POSITIVE_INFINITY }, { status: 'ERROR' }],
    run: (task, signal) => runTask(host, analyzer, { ...options, ...task, signal }),
  };
}

/** Runs one open task to its end. The caller must have the task's lock. */
export async function runTask(host: Host, analyzer: Analyzer, run: TaskRun): Promise<void> {
  const { inspectionId, name, signal, routing, failureId } = run;
  const { changes, events } = host;
  if (failureId !== undefined) {
    const failed = requireTask(await loadInspection(host, inspectionId), name);
    if (findDownloadFailure(failed)?.id !== failureId) return;
    await changes.apply(inspectionId, updateTaskAsHost(name, 'TODO'));
  }
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
      ? await changes.apply(inspectionId, updateTaskAsHost(name, 'IN_PROGRESS'))
      : current;
  // With routing, the service's results may end the task during the run. Then the run is aborted.
  const ended = routing && watchTaskEnd(host, run);
  try {
    const { reanalysis, ...result } = await analyzer.analyze({
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
    await changes.applyAs(
      chooseDeviceUser,
      inspectionId,
      finishTask(
        name,
        { ...result, ...(run.reanalyzes && reanalysis && { reanalysis }) },
        routing?.authority,
      ),
    );
  } catch (error) {
    if (signal.aborted || ended?.signal.aborted) return; // stays open: the next start runs it again
    await changes.apply(inspectionId, updateTaskAsHost(name, 'ERROR', toTaskError(error)));
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

function isTaskOpen({ status }: Task): boolean {
  return status === 'TODO' || status === 'IN_PROGRESS';
}

/** Returns why a task failed, if it lacked a file that can be downloaded later. */
function findDownloadFailure({ status, errorMessages }: Task): TaskError | undefined {
  const last = status === 'ERROR' ? errorMessages?.at(-1) : undefined;
  const isMissingFile = last?.errorCode === 'model_unavailable' || last?.errorCode === 'code_unavailable';
  return isMissingFile ? last : undefined;
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
