import 'uplot/dist/uPlot.min.css';
import { html, nothing, render } from 'lit';
import { detectCapabilities } from '../../../src/inference/engines/capabilities.ts';
import { thisDevice } from '../../lib/page/device.ts';
import type { Result, Sustained } from '../result.ts';
import { enginesHere, tasksHere } from './bench.ts';
import { SlowDownChart } from './chart.ts';
import { postResult, resultsOfComputer } from './computer.ts';
import { keptResults } from './kept-results.ts';
import { measureAll, measureSustained } from './measure.ts';
import type { Actions, Setting, State } from './state.ts';
import type { Point } from './sustained.ts';
import { thisPage } from './this-page.ts';
import { deviceView } from './view-device.ts';
import { earlierView } from './view-earlier.ts';
import { resultView, sustainedWords } from './view-result.ts';
import { startView } from './view-start.ts';

const kept = keptResults(localStorage);
let state: State = {
  choices: { engines: new Set(), tasks: new Set(), runs: 50, seconds: 300 },
  kept: kept.all(),
  others: [],
  compared: kept
    .all()
    .slice(0, 2)
    .map(({ id }) => id),
};
let chart: SlowDownChart | undefined;
let drawn: readonly Point[] = [];
let stopping = new AbortController();

const actions: Actions = {
  choose: (change) => update({ choices: { ...state.choices, ...change } }),
  start: () => void start(),
  stop: () => stopping.abort(new Error('stopped')),
  post: () => void post(),
  compare: (id, isCompared) => {
    const others = state.compared.filter((one) => one !== id);
    update({ compared: isCompared ? [...others, id] : others });
  },
  drop: (id) => {
    kept.drop(id);
    update({ kept: kept.all() });
  },
};

function update(change: { [Key in keyof State]?: State[Key] | undefined }): void {
  state = { ...state, ...change } as State;
  show();
}

function show(): void {
  const { setting, result, step } = state;
  const hasResults = result !== undefined || drawn.length > 0;
  render(
    html`<header>
        <h1>Kerbside on this phone</h1>
        <p class="quiet">The shipped models, through the library's own workers, on photos that are drawn here.</p>
      </header>
      <main>
        ${setting ? deviceView(setting) : html`<p role="status">Looking at this device…</p>`}
        ${setting?.page.secure ? startView(state, setting, actions) : nothing}
        <section aria-labelledby="result" ?hidden=${!hasResults}>
          <h2 id="result">${step ? 'So far' : 'Result'}</h2>
          <div ?hidden=${drawn.length === 0}>
            <h3>Sustained run</h3>
            <div id="chart" role="img" aria-label="Milliseconds of a photo over the time of the sustained run"></div>
            <p id="sustained">${result?.sustained ? sustainedWords(result.sustained) : nothing}</p>
          </div>
          ${resultView(state, actions)}
        </section>
        ${earlierView(state, actions)}
      </main>`,
    document.body,
  );
  const place = document.querySelector<HTMLElement>('#chart');
  if (place && !chart) chart = new SlowDownChart(place);
}

async function start(): Promise<void> {
  const { setting, choices } = state;
  if (!setting) return;
  stopping = new AbortController();
  drawn = [];
  chart?.show([]);
  update({ step: { words: 'Starting' }, trouble: undefined, result: undefined, posted: undefined });
  const wakeLock = await navigator.wakeLock?.request('screen').catch(() => undefined);
  try {
    const result = await measure(setting);
    kept.keep(result);
    const [newest = '', before] = kept.all().map(({ id }) => id);
    update({ result, kept: kept.all(), compared: before ? [newest, before] : [newest] });
    await post();
  } catch (error) {
    update({ trouble: stopping.signal.aborted ? 'Stopped: nothing was kept.' : String(error) });
  } finally {
    update({ step: undefined, choices });
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
    const hidden = watchHidden();
    const onPoint = (points: readonly Point[]) => {
      drawn = points;
      show();
      chart?.show(points);
    };
    sustained = await measureSustained({
      ...{ capabilities, task: best.task, engine, seconds, signal, onStep, onPoint },
      endedBy: hidden,
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
  update({ others: await resultsOfComputer() });
}

async function lookAround(): Promise<void> {
  const [device, capabilities] = await Promise.all([thisDevice(), detectCapabilities()]);
  const engines = enginesHere(capabilities);
  const page = thisPage(capabilities);
  const chosen = engines.measurable.filter(({ used }) => used).map(({ engine }) => engine);
  const setting = { device, page, capabilities, engines, tasks: [] };
  update({ setting, choices: { ...state.choices, engines: new Set(chosen) } });
  if (!page.secure) return;
  const tasks = await tasksHere();
  update({ setting: { ...setting, tasks }, choices: { ...state.choices, tasks: new Set(tasks) } });
  update({ others: await resultsOfComputer() });
}

show();
await lookAround().catch((error) => update({ trouble: String(error) }));
