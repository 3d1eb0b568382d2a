import { type EngineName, type EngineReport, type Kerbside, openKerbside } from 'kerbside';

/** What a test does in a page of an app, told in JSON. */
export interface Lab {
  open(options?: { engine?: EngineName; database?: string }): Promise<void>;
  close(): Promise<void>;
  engines(): Promise<EngineReport>;
  preload(): Promise<void>;
  /** Registers the app's service worker and waits until it answers for this page. */
  installServiceWorker(): Promise<void>;
  /**
   * An inspection with this many photos (patches, or what the server has at `photo`), its task not started.
   * `threshold`: from which confidence on damages are reported; else the model's own.
   */
  create(photos: number, photo?: string, threshold?: number): Promise<string>;
  start(inspectionId: string): Promise<void>;
  /** Waits for the end of the task, good or bad. */
  result(inspectionId: string): Promise<LabResult>;
  /** Waits until a run has told its progress so many times. */
  untilProgress(times: number): Promise<void>;
  /** Waits until some tab waits for the task of this inspection to be let go of. */
  untilAwaited(inspectionId: string): Promise<void>;
  /** Bytes that this page and its workers hold; only where the page is isolated. */
  memory(): Promise<number>;
  /** What this page has seen so far. */
  seen(): Promise<{
    violations: string[];
    /** Tasks of the main thread over 50 ms, by the clock. */
    longTasks: number[];
    /** What the browser says ran in them. */
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
new PerformanceObserver((list) => longFrames.push(...list.getEntries().map(frameInWords))).observe({
  type: 'long-animation-frame',
});
let starts = 0;
let progress = 0;
let kerbside: Kerbside;

window.lab = {
  async open({ engine, database = 'field' } = {}) {
    kerbside = await openKerbside({
      user: { id: 'inspector' },
      database,
      workers: '/kerbside/workers/',
      models: '/models/',
      ...(engine && { engine }),
    });
    kerbside.on('task.progress', ({ done }) => {
      if (done === 0) starts += 1;
      progress += 1;
    });
  },
  close: async () => kerbside.close(),
  engines: () => kerbside.engines(),
  preload: () => kerbside.preload(),

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

  untilProgress: (times) => until(async () => progress >= times),
  untilAwaited: (inspectionId) =>
    until(async () => {
      const { pending = [] } = await navigator.locks.query();
      return pending.some(({ name }) => name?.includes(`:task:${inspectionId}:`));
    }),

  async memory() {
    // Not in TypeScript's DOM library yet: https://wicg.github.io/performance-measure-memory/
    const { measureUserAgentSpecificMemory } = performance as { measureUserAgentSpecificMemory?: Measure };
    if (!measureUserAgentSpecificMemory) throw new Error('This page can not measure its memory');
    return (await measureUserAgentSpecificMemory.call(performance)).bytes;
  },

  seen: async () => ({ violations, longTasks, longFrames, starts, progress }),
};

/** Not in TypeScript's DOM library yet: https://w3c.github.io/long-animation-frames/ */
interface LongFrame extends PerformanceEntry {
  scripts?: { duration: number; invoker: string; sourceURL: string; sourceFunctionName: string }[];
}

function frameInWords({ duration, scripts = [] }: LongFrame): string {
  const ran = scripts.map(({ duration: took, invoker, sourceURL, sourceFunctionName }) =>
    [`${took.toFixed(0)} ms`, invoker, sourceFunctionName, sourceURL].filter(Boolean).join(' '),
  );
  return `${duration.toFixed(0)} ms: ${ran.join(', ') || 'no script of the page'}`;
}

/** 800 x 640, grey, with a red patch (a scratch to the tiny detector) and a blue one (a dent). */
async function patchPhoto(): Promise<Blob> {
  const context = new OffscreenCanvas(800, 640).getContext('2d');
  if (!context) throw new Error('This browser gives no 2D context');
  const fill = (colour: string, x: number, y: number, width: number, height: number) => {
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
  };
  fill('#888', 0, 0, 800, 640);
  fill('#f00', 190, 190, 220, 220);
  fill('#00f', 590, 390, 220, 220);
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}
