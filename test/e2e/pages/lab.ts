import { type Kerbside, openKerbside, type WheelAnalysis } from 'kerbside';
import { type DeviceModels, deviceModels, type EngineName, type EngineReport } from 'kerbside/models';

/** What tests call in the page of an app. All results are JSON. */
export interface Lab {
  open(options?: { engine?: EngineName; database?: string; budgetMs?: number }): Promise<void>;
  close(): Promise<void>;
  engines(): Promise<EngineReport>;
  preload(): Promise<void>;
  /** Registers the app's service worker and waits until it controls this page. */
  installServiceWorker(): Promise<void>;
  /**
   * Creates an inspection with this number of photos: drawn patches, or the file at `photo`. Its task is not started.
   * `threshold` replaces the model's confidence threshold.
   */
  create(photos: number, photo?: string, threshold?: number): Promise<string>;
  start(inspectionId: string): Promise<void>;
  /** Returns the wheels on the photo at this path. */
  analyzeWheels(photo: string): Promise<WheelAnalysis[]>;
  /** Waits until the task is DONE or ERROR. */
  result(inspectionId: string): Promise<LabResult>;
  /** Waits until this number of progress events was emitted. */
  waitForProgress(times: number): Promise<void>;
  /** Waits until a tab requests the lock of this inspection's task. */
  waitForLockRequest(inspectionId: string): Promise<void>;
  /** The memory of this page and its workers in bytes. Needs cross-origin isolation. */
  memory(): Promise<number>;
  /** What this page has observed so far. */
  observed(): Promise<{
    violations: string[];
    /** Durations of main-thread tasks over 50 ms, wall-clock time. */
    longTasks: number[];
    /** The scripts that ran in them, as reported by the browser. */
    longFrames: string[];
    starts: number;
    progress: number;
  }>;
}

export interface LabResult {
  status: string | undefined;
  errors: { message: string; errorCode?: string }[];
  engine: string | undefined;
  damages: { type: string; confidence: number; box: { x0: number; y0: number; x1: number; y1: number } }[];
}

type Measure = () => Promise<{ bytes: number }>;

declare global {
  interface Window {
    lab: Lab;
  }
}

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective}: ${blockedURI}`),
);
const longTasks: number[] = [];
new PerformanceObserver((list) =>
  longTasks.push(...list.getEntries().map(({ duration }) => duration)),
).observe({
  type: 'longtask',
});
const longFrames: string[] = [];
new PerformanceObserver((list) => longFrames.push(...list.getEntries().map(describeFrame))).observe({
  type: 'long-animation-frame',
});
let starts = 0;
let progress = 0;
let kerbside: Kerbside;
let models: DeviceModels;

window.lab = {
  async open({ engine, database = 'field', budgetMs } = {}) {
    models = deviceModels({
      workers: '/kerbside/workers/',
      folder: '/models/',
      licence: 'research',
      ...(engine && { engine }),
      ...(budgetMs !== undefined && { budgetMs }),
    });
    kerbside = await openKerbside({ user: { id: 'inspector' }, database, models });
    kerbside.on('task.progress', ({ done }) => {
      if (done === 0) starts += 1;
      progress += 1;
    });
  },
  close: async () => kerbside.close(),
  engines: () => models.engines(),
  preload: () => models.preload(),

  async installServiceWorker() {
    await navigator.serviceWorker.register('/sw.js', { type: 'module' });
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  },

  async create(photos, photo, threshold) {
    const bytes = photo ? await (await fetch(photo)).arrayBuffer() : await (await patchPhoto()).arrayBuffer();
    const { result } = await kerbside.inspections.createOne({
      tasks: { damage_detection: threshold === undefined ? {} : { damageScoreThreshold: threshold } },
    });
    for (let nth = 0; nth < photos; nth += 1) {
      await kerbside.images.addOne(result, { tasks: ['damage_detection'] }, bytes.slice(0));
    }
    return result;
  },

  async start(inspectionId) {
    await kerbside.tasks.updateOne(inspectionId, 'damage_detection', { status: 'TODO' });
  },

  async analyzeWheels(photo) {
    const bytes = await (await fetch(photo)).arrayBuffer();
    const { result } = await kerbside.inspections.createOne({ tasks: { wheel_analysis: {} } });
    await kerbside.images.addOne(result, { tasks: ['wheel_analysis'] }, bytes);
    await kerbside.tasks.updateOne(result, 'wheel_analysis', { status: 'TODO' });
    await kerbside.tasks.whenDone(result, 'wheel_analysis');
    return Object.values((await kerbside.inspections.getOne(result)).entities.wheelAnalysis);
  },

  async result(inspectionId) {
    await kerbside.tasks.whenDone(inspectionId, 'damage_detection').catch(() => {});
    const { entities } = await kerbside.inspections.getOne(inspectionId);
    const [task] = Object.values(entities.tasks);
    const views = Object.values(entities.views);
    const maker = views[0]?.createdBy;
    return {
      status: task?.status,
      errors: task?.errorMessages ?? [],
      engine: typeof maker === 'object' ? maker.engine : undefined,
      damages: views.map(({ damageId, boundingBox: { xmin, ymin, width, height }, confidence }) => ({
        type: entities.damages[damageId]?.damageType ?? '',
        confidence: confidence ?? 0,
        box: { x0: xmin, y0: ymin, x1: xmin + width, y1: ymin + height },
      })),
    };
  },

  waitForProgress: (times) => until(async () => progress >= times),
  waitForLockRequest: (inspectionId) =>
    until(async () => {
      const { pending = [] } = await navigator.locks.query();
      return pending.some(({ name }) => name?.includes(`:task:${inspectionId}:`));
    }),

  async memory() {
    // Not in TypeScript's DOM library yet: https://wicg.github.io/performance-measure-memory/
    const { measureUserAgentSpecificMemory } = performance as { measureUserAgentSpecificMemory?: Measure };
    if (!measureUserAgentSpecificMemory) throw new Error('This page cannot measure its memory');
    return (await measureUserAgentSpecificMemory.call(performance)).bytes;
  },

  observed: async () => ({ violations, longTasks, longFrames, starts, progress }),
};

/** Not in TypeScript's DOM library yet: https://w3c.github.io/long-animation-frames/ */
interface LongFrame extends PerformanceEntry {
  scripts?: { duration: number; invoker: string; sourceURL: string; sourceFunctionName: string }[];
}

function describeFrame({ duration, scripts = [] }: LongFrame): string {
  const ran = scripts.map(({ duration: took, invoker, sourceURL, sourceFunctionName }) =>
    [`${took.toFixed(0)} ms`, invoker, sourceFunctionName, sourceURL].filter(Boolean).join(' '),
  );
  return `${duration.toFixed(0)} ms: ${ran.join(', ') || 'no script of the page'}`;
}

/** Draws 800 x 640 grey pixels with a red patch (detected as scratch) and a blue patch (dent). */
async function patchPhoto(): Promise<Blob> {
  const context = new OffscreenCanvas(800, 640).getContext('2d');
  if (!context) throw new Error('This browser has no 2D context');
  const fill = (colour: string, x: number, y: number, width: number, height: number) => {
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
  };
  fill('#888', 0, 0, 800, 640);
  fill('#f00', 190, 190, 220, 220);
  fill('#00f', 590, 390, 220, 220);
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
