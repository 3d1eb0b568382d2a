import type { TaskName } from '../domain/enums.ts';
import type { AnalysisResult } from '../domain/task/analysis-result.ts';
import type { Analyzer } from '../domain/task/analyzer.ts';
import { isKerbsideError } from '../errors.ts';
import { rejectOnAbort } from '../platform/reject-on-abort.ts';
import { chooseDeviceUser } from '../rules/device-user.ts';
import { awaitsReanalysis, finishReanalysis } from '../rules/reanalysis.ts';
import { type InspectionState, requireRecord, requireTask } from '../rules/state.ts';
import type { WorkDescription } from './background-work.ts';
import type { Host } from './host.ts';
import { loadInspection } from './load-inspection.ts';
import { toAnalysisImage } from './stored-photo.ts';

type Reanalyze = NonNullable<Analyzer['reanalyze']>;

interface PendingTask {
  inspectionId: string;
  name: TaskName;
}

/**
 * Analyzes the photos of finished tasks again with a better model, one task at a time, while no other task runs:
 *
 *   DONE, reanalysis pending ─▶ the lock of all reanalysis ─▶ no task runs ─▶ reanalyze ─▶ final damages
 *                                                               ▲               │
 *                                                               └─ a task starts ┘
 *
 * A task that starts in any tab interrupts it, so that nobody waits for it. If the model cannot be downloaded, the task stays
 * pending until the next scan.
 *
 * @param tasks The work that has precedence.
 * @param lock The name of the lock of all reanalysis on this database.
 */
export function describeReanalysis(
  host: Host,
  reanalyze: Reanalyze,
  tasks: { whenIdle(): Promise<void> },
  lock: string,
): WorkDescription<PendingTask> {
  const { events, platform } = host;
  /** Returns false if a task interrupted it. */
  const tryReanalyze = async (task: PendingTask, signal: AbortSignal): Promise<boolean> => {
    const interruption = new AbortController();
    const unsubscribe = events.on('task.updated', ({ status }) => {
      if (status === 'TODO' || status === 'IN_PROGRESS') interruption.abort();
    });
    try {
      await rejectOnAbort(tasks.whenIdle(), signal);
      await reanalyzeTask(host, reanalyze, task, AbortSignal.any([signal, interruption.signal]));
      return true;
    } catch (error) {
      if (signal.aborted || !interruption.signal.aborted) throw error;
      return false;
    } finally {
      unsubscribe();
    }
  };
  return {
    key: ({ inspectionId, name }) => `reanalysis:${inspectionId}:${name}`,
    onEvent: (event) =>
      event.type === 'task.updated' && event.reanalysis === 'pending'
        ? { inspectionId: event.inspectionId, name: event.taskName }
        : undefined,
    find: ({ inspection: { id: inspectionId }, tasks: stored }) =>
      stored.filter(awaitsReanalysis).map(({ name }) => ({ inspectionId, name })),
    run: (task, signal) =>
      platform.locks.withLock(
        lock,
        async () => {
          while (!(await tryReanalyze(task, signal)));
        },
        signal,
      ),
  };
}

async function reanalyzeTask(
  host: Host,
  reanalyze: Reanalyze,
  { inspectionId, name }: PendingTask,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const state = await loadInspection(host, inspectionId);
  if (!awaitsReanalysis(requireTask(state, name)) || state.inspection.deletedAt) return; // another tab was first, or a user decided
  let result: AnalysisResult | undefined;
  try {
    result = await reanalyze(createRequest(host, state, name, signal));
  } catch (error) {
    if (signal.aborted || !isKerbsideError(error)) throw error;
    if (error.retryable) return; // stays pending
    // It fails each time: the first result stays.
  }
  signal.throwIfAborted();
  await host.changes.applyAs(chooseDeviceUser, inspectionId, finishReanalysis(name, result));
}

function createRequest(host: Host, state: InspectionState, name: TaskName, signal: AbortSignal) {
  const task = requireTask(state, name);
  return {
    inspectionId: state.inspection.id,
    task,
    images: task.images.map(({ imageId }) =>
      toAnalysisImage(host, requireRecord(state.images, imageId, 'image'), name),
    ),
    signal,
    onProgress: () => {},
  };
}
