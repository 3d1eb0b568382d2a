/**
 * Models on this device, as an option of `openKerbside`. Start at {@link deviceModels}.
 *
 * @packageDocumentation
 */
import * as v from 'valibot';
import { LICENCE_KINDS, type LicenceKind } from '../analysis/licence.ts';
import { checkOptions } from '../domain/api/call-arguments.ts';
import type { CallOptions } from '../domain/api/inspection-api.ts';
import { check, invalidField } from '../domain/check.ts';
import type { TaskName } from '../domain/enums.ts';
import type { KerbsideEvent } from '../domain/events.ts';
import { notNegative, text } from '../domain/fields.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Analyzer } from '../domain/task/analyzer.ts';
import { KerbsideError } from '../errors.ts';
import { resolveFolderUrl } from '../platform/folder-url.ts';
import type { Platform } from '../platform/ports.ts';
import { ENGINE_NAMES, type EngineName } from './engine.ts';
import type { EngineReport, ReportOptions } from './engines/engine-report.ts';
import { DEFAULT_BUDGET_MS } from './engines/tier-choice.ts';
import type { FrameReader } from './frame-reader.ts';
import { Inference, type WorkerFactories } from './inference.ts';

export type { Box } from '../analysis/geometry/box.ts';
export type { FrameView, VehicleInFrame } from '../analysis/guide/frame-view.ts';
export type { Thumbnail } from '../analysis/guide/movement.ts';
export type { LicenceKind } from '../analysis/licence.ts';
export type { QualityAssessment } from '../analysis/quality/assess-quality.ts';
export type { FoundDamage } from '../analysis/walk/close-ups.ts';
export { ENGINE_NAMES, type EngineName } from './engine.ts';
export type { Capabilities } from './engines/capabilities.ts';
export type { EngineReport, ModelReport, ReportOptions } from './engines/engine-report.ts';
export type { FrameReader } from './frame-reader.ts';
export type { SidePhoto } from './frames/find-damages.ts';
export type { FrameText } from './frames/frame-pipeline.ts';
export type { CameraFrame } from './frames/frame-pixels.ts';
export type { WorkerFactories } from './inference.ts';

/** Options of {@link deviceModels}. */
export interface DeviceModelsOptions {
  /**
   * The URL of the folder with the built workers (`node_modules/kerbside/dist/workers`), or functions that create the
   * workers.
   */
  workers: string | WorkerFactories;
  /** The URL of the folder with the models: `manifest.json` and its files. */
  folder: string;
  /**
   * The URL of the folder with the runtime files of the engines.
   *
   * @default the folder of the workers, or the page's folder if `workers` are functions
   */
  runtime?: string;
  /**
   * Which models of the folder may run. `free`: those that may be used for any purpose. `research`: also those that are
   * **for research and non-commercial use only**; they are better, and the only ones for parts and wheels. A model of
   * your own without `licenceKind` in the manifest is free. See docs/models.md.
   *
   * @default 'free'
   */
  licence?: LicenceKind;
  /**
   * The only engine that may run models.
   *
   * @default the fastest engine that passes its self-test on this device
   */
  engine?: EngineName;
  /**
   * The time in milliseconds that the damage model may take for a photo. The large model runs if it is fast enough on
   * this device; otherwise it is not even downloaded, and the small one runs. 0 always selects the small one.
   *
   * @default 1_500
   */
  budgetMs?: number;
  /**
   * Whether the damage model refines its result: it runs again on crops of a photo around uncertain detections, on as many
   * as the time left of the budget allows. See docs/engines.md.
   *
   * @default true
   */
  refine?: boolean;
  /**
   * The time in milliseconds that the large damage model may take for a photo to reanalyze it: while no task runs, it
   * analyzes the photos again that the small one has analyzed. Without `sync`: with it, the service's result is the final
   * one. 0 for never.
   *
   * @default 0
   */
  reanalyzeMs?: number;
}

/** The models of a device: the `models` option of `openKerbside`, and afterwards `kerbside.models`. */
export interface DeviceModels {
  /**
   * Downloads everything that tasks need to run offline, and proves the engines with a self-test.
   *
   * @param tasks - The tasks to prepare.
   * @default all tasks
   * @throws `unsupported` if no engine can run a model, `model_unavailable` if a file cannot be downloaded, `storage_full`
   * if it cannot be cached, `aborted`, `closed` before `openKerbside` and after `close`.
   * @example
   * ```ts
   * kerbside.on('model.progress', ({ file, receivedBytes, totalBytes }) => showProgress(file, receivedBytes / totalBytes));
   * await kerbside.models?.preload(['damage_detection']);
   * ```
   */
  preload(tasks?: readonly TaskName[], options?: CallOptions): Promise<void>;
  /**
   * Returns which engine runs each model, and why.
   *
   * @param options - `prove: false` returns what is known so far and downloads no model.
   * @throws `model_unavailable` if a model cannot be downloaded, `aborted`, `closed` before `openKerbside` and after
   * `close`.
   */
  engines(options?: ReportOptions): Promise<EngineReport>;
  /**
   * Returns what reads frames of a camera on this device, for `liveGuide` of `kerbside/guide`.
   *
   * @throws `closed` before `openKerbside` and after `close`.
   */
  frames(): FrameReader;
  /**
   * Connects the models to a Kerbside. `openKerbside` calls it.
   *
   * @throws `invalid_input` if another Kerbside uses them.
   * @internal
   */
  open(host: ModelsHost): OpenModels;
}

/** The parts of a Kerbside that its models use. */
export interface ModelsHost {
  platform: Platform;
  /** Emits an event in this tab. */
  emit(event: KerbsideEvent): void;
  /** Called when `preload` has resolved: tasks that had no model can run. */
  onPreloaded(): void;
}

/** The parts of opened models that a Kerbside uses. */
export interface OpenModels {
  /** Runs the tasks. */
  analyzer: Analyzer;
  /** Terminates the workers. */
  close(): Promise<void>;
}

const optionsSchema = v.strictObject({
  workers: v.union([text(LIMITS.url), v.record(v.picklist(ENGINE_NAMES), v.function())]),
  folder: text(LIMITS.url),
  runtime: v.optional(text(LIMITS.url)),
  licence: v.optional(v.picklist(LICENCE_KINDS), 'free'),
  engine: v.optional(v.picklist(ENGINE_NAMES)),
  budgetMs: v.optional(notNegative, DEFAULT_BUDGET_MS),
  refine: v.optional(v.boolean(), true),
  reanalyzeMs: v.optional(notNegative, 0),
});

/**
 * Creates the `models` option of `openKerbside`: tasks then run on this device, in web workers.
 *
 * An object belongs to one Kerbside at a time. When that is closed, another one can open it.
 *
 * @param options - Where the workers and the models are, and which of them may run.
 * @throws `invalid_input` if an option is invalid.
 * @example
 * ```ts
 * import { openKerbside } from 'kerbside';
 * import { deviceModels } from 'kerbside/models';
 *
 * const kerbside = await openKerbside({
 *   user: { id: 'inspector' },
 *   models: deviceModels({ workers: '/kerbside/workers/', folder: '/models/' }),
 * });
 * await kerbside.models?.preload();
 * ```
 */
export function deviceModels(options: DeviceModelsOptions): DeviceModels {
  const checked = check(optionsSchema, options, 'models');
  let opened: { inference: Inference; host: ModelsHost } | undefined;
  const requireOpen = () => {
    if (opened) return opened;
    throw new KerbsideError(
      'closed',
      'The models are not open. Pass them to `openKerbside({ models })`, and use them until you close it.',
    );
  };
  return {
    async preload(tasks, callOptions) {
      const { inference, host } = requireOpen();
      await inference.preload(tasks, checkOptions(callOptions).signal);
      host.onPreloaded();
    },
    engines: async (reportOptions) => requireOpen().inference.engines(reportOptions),
    frames: () => requireOpen().inference.frames(),
    open(host) {
      if (opened) throw invalidField('options.models', 'models that no other Kerbside uses', 'open models');
      // Not before: in Node, a page may be rendered that opens Kerbside in the browser only.
      const inference = new Inference({ ...checked, ...resolveFolders(options) }, host.platform, host.emit);
      opened = { inference, host };
      return {
        analyzer: inference.analyzer,
        close() {
          opened = undefined;
          return inference.close();
        },
      };
    },
  };
}

/** @throws `invalid_input` if an address is relative and there is no page, as in Node. */
function resolveFolders({ workers, folder, runtime }: DeviceModelsOptions) {
  const isFolder = typeof workers === 'string';
  return {
    workers: isFolder ? resolveFolderUrl(workers, 'models.workers') : workers,
    folder: resolveFolderUrl(folder, 'models.folder'),
    runtime: resolveFolderUrl(runtime ?? (isFolder ? workers : './'), 'models.runtime'),
  };
}
