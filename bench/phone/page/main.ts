import { html, nothing, render } from 'lit';
import { type Capabilities, detectCapabilities } from '../../../src/inference/engines/capabilities.ts';
import { thisDevice } from '../../lib/page/device.ts';
import type { Page, Result, Sustained } from '../result.ts';
import { enginesHere, tasksHere } from './bench.ts';
import { measureAll, measureSustained } from './measure.ts';
import { postResult } from './post-result.ts';
import type { Actions, Setting, State } from './state.ts';
import { deviceView } from './view-device.ts';
import { resultView } from './view-result.ts';
import { startView } from './view-start.ts';

let state: State = {
  choices: { engines: new Set(), tasks: new Set(), runs: 50, seconds: 300 },
};
let stopping = new AbortController();

const actions: Actions = {
  choose: (change) => update({ choices: { ...state.choices, ...change } }),
  start: () => void start(),
  stop: () => stopping.abort(new Error('stopped')),
  post: () => void post(),
};

function update(change: { [Key in keyof State]?: State[Key] | undefined }): void {
  state = { ...state, ...change } as State;
  show();
}

function show(): void {
  const { setting } = state;
  render(
    html`<header>
        <h1>Kerbside on this phone</h1>
        <p class="quiet">The shipped models, through the library's own workers, on photos that are drawn here.</p>
      </header>
      <main>
        ${setting ? deviceView(setting) : html`<p role="status">Looking at this device…</p>`}
        ${setting?.page.secure ? startView(state, setting, actions) : nothing}
        ${resultView(state, actions)}
      </main>`,
    document.body,
  );
}

async function start(): Promise<void> {
  const { setting } = state;
  if (!setting) return;
  stopping = new AbortController();
  update({ step: { words: 'Starting' }, trouble: undefined, result: undefined, posted: undefined });
  const wakeLock = await navigator.wakeLock?.request('screen').catch(() => undefined);
  try {
    update({ result: await measure(setting) });
    await post();
  } catch (error) {
    update({ trouble: stopping.signal.aborted ? 'Stopped: nothing was stored.' : String(error) });
  } finally {
    update({ step: undefined });
    await wakeLock?.release();
  }
}

async function measure({ capabilities, device, page, engines, tasks }: Setting): Promise<Result> {
  const { runs, seconds, ...chosen } = state.choices;
  const { signal } = stopping;
  const onStep = (words: string, share?: number) =>
    update({ step: { words, ...(share !== undefined && { share }) } });
  const measured = await measureAll({
    capabilities,
    tasks: tasks.filter((task) => chosen.tasks.has(task)),
    engines: engines.measurable.filter(({ engine }) => chosen.engines.has(engine)),
    runs,
    signal,
    onStep,
  });
  const best = measured.measurements.find((one) => one.chosen) ?? measured.measurements[0];
  const engine = engines.measurable.find((one) => one.engine === best?.engine);
  let sustained: Sustained | undefined;
  if (best && engine && seconds > 0) {
    const endedBy = watchHidden();
    sustained = await measureSustained({
      ...{ capabilities, engine, seconds, signal, onStep, endedBy },
      task: best.task,
    });
  }
  return {
    format: 1,
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    device,
    page,
    left: [...engines.left, ...measured.left],
    measurements: measured.measurements,
    ...(sustained && { sustained }),
  };
}

/** Browsers throttle background pages, which would look like thermal throttling. */
function watchHidden(): () => string | undefined {
  let reason: string | undefined;
  const note = () => {
    reason = 'the page was not in front';
  };
  document.addEventListener('visibilitychange', note, { once: true });
  return () => reason;
}

async function post(): Promise<void> {
  if (!state.result) return;
  update({ posted: await postResult(state.result) });
}

async function lookAround(): Promise<void> {
  const [device, capabilities] = await Promise.all([thisDevice(), detectCapabilities()]);
  const engines = enginesHere(capabilities);
  const page = describePage(capabilities);
  const chosen = engines.measurable.filter(({ used }) => used).map(({ engine }) => engine);
  const setting = { device, page, capabilities, engines, tasks: [] };
  update({ setting, choices: { ...state.choices, engines: new Set(chosen) } });
  if (!page.secure) return;
  const tasks = await tasksHere();
  update({ setting: { ...setting, tasks }, choices: { ...state.choices, tasks: new Set(tasks) } });
}

function describePage({ simd, threads, crossOriginIsolated, webgpu, webgl2 }: Capabilities): Page {
  return {
    secure: isSecureContext,
    isolated: crossOriginIsolated,
    simd,
    threads,
    ...(webgpu && { webgpu: `${webgpu.adapter}${webgpu.isFallback ? ' (software)' : ''}` }),
    ...(webgl2 && { webgl2: `${webgl2.renderer}${webgl2.isSoftware ? ' (software)' : ''}`.slice(0, 400) }),
  };
}

show();
await lookAround().catch((error) => update({ trouble: String(error) }));
