import type { EngineReport, Kerbside } from 'kerbside';
import { h } from './dom.ts';
import { engineReasons, engineSentence } from './engine-words.ts';
import { isPrepared, markPrepared } from './offline.ts';
import { ProblemArea } from './problem.ts';
import { ProgressLine } from './progress-line.ts';

/** What runs the models on this device and why, and whether it all works without a network. */
export function showDevice(place: HTMLElement, kerbside: Kerbside, pageKept: Promise<void>): void {
  const problem = new ProblemArea();
  const waiting = new ProgressLine('Preparing for offline use');
  const state = h('p', { class: 'quiet', role: 'status' });
  const engines = h('div', { class: 'engines' });
  const prepare = h('button', { type: 'button', class: 'secondary' }, 'Prepare for offline');
  waiting.element.hidden = true;
  place.append(
    h('h2', { id: 'device-title' }, 'This device'),
    engines,
    state,
    waiting.element,
    problem.element,
    prepare,
  );

  const showState = () => {
    state.textContent = isPrepared()
      ? 'Ready for use without a network.'
      : 'The damage model is fetched when it is first needed. Fetch it now to work without a network later.';
    prepare.textContent = isPrepared() ? 'Prepare again' : 'Prepare for offline';
  };
  const showEngines = async () => {
    const { models } = await kerbside.engines();
    engines.replaceChildren(...models.map(report));
  };
  prepare.addEventListener('click', async () => {
    prepare.disabled = true;
    waiting.element.hidden = false;
    waiting.wait('Fetching the models and their runtime, and trying them out…');
    const done = await problem.attempt(async () => {
      await pageKept;
      await kerbside.preload();
      markPrepared();
      await showEngines();
    });
    waiting.element.hidden = true;
    prepare.disabled = false;
    if (done) showState();
  });
  // Asking which engine is best means to try them, model and all: only once they are here anyway.
  kerbside.on('task.updated', ({ status }) => {
    if (status === 'DONE') void showEngines().catch(() => {});
  });
  if (isPrepared()) void showEngines().catch(() => {});
  showState();
}

function report(model: EngineReport['models'][number]): HTMLElement {
  return h(
    'div',
    {},
    h('p', {}, engineSentence(model)),
    h(
      'details',
      {},
      h('summary', {}, 'Why this engine'),
      h(
        'dl',
        { class: 'reasons' },
        ...engineReasons(model).map(({ name, text }) =>
          h('div', {}, h('dt', {}, name), h('dd', {}, `${text}.`)),
        ),
      ),
    ),
  );
}
