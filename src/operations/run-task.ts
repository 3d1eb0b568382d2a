import type { Analyzer } from '../domain/analyzer.ts';
import type { TaskName } from '../domain/enums.ts';
import type { Task } from '../domain/task.ts';
import { KerbsideError } from '../errors.ts';
import { finishTask } from '../rules/finish-task.ts';
import { type InspectionState, present, taskNamed } from '../rules/state.ts';
import { hasEnded } from '../rules/task-states.ts';
import { moveTask } from '../rules/tasks.ts';
import { analysisImage } from './analysis-image.ts';
import { type Host, loadInspection } from './host.ts';

export interface TaskRun {
  inspectionId: string;
  name: TaskName;
  /** Ends the run and leaves the task open, for whoever runs it next. */
  signal: AbortSignal;
  routing?: TaskRouting;
}

/** Says where tasks run, on a host beside which a remote service can run them as well. */
export interface TaskRouting {
  /** Whether this host is to run the task. It may take its time: the service is waited for meanwhile. */
  isForDevice(inspectionId: string, name: TaskName, signal: AbortSignal): Promise<boolean>;
  /** Findings made here are final: the service is told of them, not asked for its own. */
  readonly isFinal: boolean;
}

/** Runs one task from wherever it stands to its end. The caller sees to it that nobody else runs it meanwhile. */
export async function runTask(host: Host, analyzer: Analyzer, run: TaskRun): Promise<void> {
  const { inspectionId, name, signal, routing } = run;
  const { changes, events } = host;
  let state = await loadOpen(host, run);
  if (!state || (await leavesToOthers(analyzer, name))) return; // it waits for a host that can
  if (routing) {
    if (!(await routing.isForDevice(inspectionId, name, signal))) return;
    state = await loadOpen(host, run); // results may have come meanwhile
    if (!state) return;
  }
  const open = state;
  const found = taskNamed(open, name);
  const task =
    found.status === 'TODO' ? await changes.apply(inspectionId, moveTask(name, 'IN_PROGRESS')) : found;
  // Only with a routing may somebody else end it meanwhile; then this run is for nothing.
  const ended = routing && whenEnded(host, run);
  try {
    const findings = await analyzer.analyze({
      inspectionId,
      task,
      images: task.images.map(({ imageId }) =>
        analysisImage(host, present(open.images, imageId, 'image'), name),
      ),
      signal: ended ? AbortSignal.any([signal, ended.signal]) : signal,
      onProgress: (done, total) =>
        events.publish({ type: 'task.progress', inspectionId, taskName: name, done, total }),
    });
    signal.throwIfAborted();
    await changes.apply(inspectionId, finishTask(name, findings, { final: routing?.isFinal === true }));
  } catch (error) {
    if (signal.aborted || ended?.signal.aborted) return; // left open: the next start runs it again
    await changes.apply(inspectionId, moveTask(name, 'ERROR', failure(error)));
  } finally {
    ended?.forget();
  }
}

/** A signal that aborts when the task has ended, whoever ended it. */
function whenEnded({ events }: Host, { inspectionId, name }: TaskRun) {
  const controller = new AbortController();
  const forget = events.on('task.updated', (event) => {
    const isIt = event.inspectionId === inspectionId && event.taskName === name;
    if (isIt && hasEnded(event.status)) controller.abort();
  });
  return { signal: controller.signal, forget };
}

/** The inspection, if its task is still to be run. */
async function loadOpen(host: Host, { inspectionId, name }: TaskRun): Promise<InspectionState | undefined> {
  const state = await loadInspection(host, inspectionId);
  return isOpen(taskNamed(state, name)) && !state.inspection.deletedAt ? state : undefined;
}

export function isOpen({ status }: Task): boolean {
  return status === 'TODO' || status === 'IN_PROGRESS';
}

/** An analyzer that can not even tell (no list of its models came) is to run it: then the task says why it failed. */
async function leavesToOthers(analyzer: Analyzer, name: TaskName): Promise<boolean> {
  try {
    return (await analyzer.supports?.(name)) === false;
  } catch {
    return false;
  }
}

function failure(error: unknown): { message: string; errorCode: string } {
  const message = error instanceof Error ? error.message : String(error);
  return { message, errorCode: error instanceof KerbsideError ? error.code : 'task_failed' };
}
