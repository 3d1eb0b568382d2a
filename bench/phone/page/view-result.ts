import { html, nothing } from 'lit';
import { formatFigure } from '../../lib/row.ts';
import { type Measurement, type Spread, type Sustained, slowDown } from '../result.ts';
import { TASKS } from './labels.ts';
import type { Actions, State } from './state.ts';

export function resultView({ result, posted }: State, actions: Actions) {
  if (!result) return nothing;
  const { sustained, measurements, left } = result;
  return html`<section aria-labelledby="result">
    <h2 id="result">Result</h2>
    ${sustained ? html`<h3>Sustained run</h3><p id="sustained">${describeSustained(sustained)}</p>` : nothing}
    ${measurements.map(measurementView)}
    ${left.map(({ engine, reason }) => html`<p class="note">Not measured, ${engine}: ${reason}</p>`)}
    <p class="note" role="status">${posted}</p>
    <div class="actions"><button class="secondary" @click=${actions.post}>Send to the computer</button></div>
  </section>`;
}

function measurementView(one: Measurement) {
  const { task, engine, runtime, backend, threads, chosen, reason, total, runs, photo } = one;
  const parts: [string, Spread][] = [
    ['a photo', total],
    ['before the model', one.before],
    ...one.models.map(({ name, run }): [string, Spread] => [`model ${name}`, run]),
    ...(one.models.length > 1 ? [['between models', one.between] satisfies [string, Spread]] : []),
    ['after', one.after],
  ];
  return html`<article class="measurement">
    <header>
      <h3>${TASKS[task]} on ${engine}</h3>
      ${chosen ? html`<span class="badge" data-status="DONE">used here</span>` : nothing}
    </header>
    <p><span class="large">${formatFigure(total.p50, 'ms')}</span> for ${photo}</p>
    <p class="quiet">
      ${runtime}, ${backend}, ${threads === 1 ? 'one thread' : `${threads} threads`}, ${runs} runs. Why: ${reason}.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Times of ${TASKS[task]} on ${engine}">
      <table>
        <thead><tr><th scope="col">ms</th>${['p50', 'p90', 'p99'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${parts.map(
          ([name, { p50, p90, p99 }]) =>
            html`<tr><th scope="row">${name}</th>${[p50, p90, p99].map((ms) => html`<td>${formatFigure(ms)}</td>`)}</tr>`,
        )}</tbody>
      </table>
    </div>
    <dl>
      <dt>Runtime</dt><dd>fetched in ${formatFigure(one.runtimeMs, 'ms')}, worker started in ${formatFigure(one.startMs, 'ms')}</dd>
      ${one.models.map(
        ({ name, bytes, loadMs, sessionMs, passed, verdict }) =>
          html`<dt>${name}</dt><dd>${formatFigure(bytes / 1e6, 'MB')} fetched in ${formatFigure(loadMs, 'ms')}, session in ${formatFigure(sessionMs, 'ms')};
            ${passed ? verdict : html`<strong>failed its golden test: ${verdict}</strong>`}</dd>`,
      )}
      <dt>First run</dt><dd>${formatFigure(one.warmUpMs, 'ms')}</dd>
      <dt>Memory</dt><dd>${describeMemory(one.memory)}</dd>
    </dl>
  </article>`;
}

function describeMemory({ megabytes, source }: Measurement['memory']): string {
  return megabytes === undefined ? `not known: ${source}` : `${formatFigure(megabytes, 'MB')}, ${source}`;
}

function describeSustained(sustained: Sustained): string {
  const { first, last, runs, task, engine, endedBy } = sustained;
  const early = endedBy ? ` It ended early: ${endedBy}.` : '';
  return `${TASKS[task]} on ${engine}, ${runs} photos: the first tenth took ${formatFigure(first, 'ms')} each, the last ${formatFigure(last, 'ms')}, ${slowDown(sustained).toFixed(2)} times as long.${early}`;
}
