import { html, nothing } from 'lit';
import { formatFigure } from '../../lib/row.ts';
import type { Result } from '../result.ts';
import { compared } from './compare.ts';
import type { Actions, State } from './state.ts';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The results of earlier visits and other devices, and a comparison of the selected ones. */
export function earlierView({ kept, others, compared: ids }: State, actions: Actions) {
  const own = new Set(kept.map(({ id }) => id));
  const all = [...kept, ...others.filter(({ id }) => !own.has(id))].toSorted((one, other) =>
    other.at.localeCompare(one.at),
  );
  if (all.length === 0) return nothing;
  const chosen = all.filter(({ id }) => ids.includes(id));
  return html`<section aria-labelledby="earlier">
    <h2 id="earlier">Results</h2>
    <p class="quiet">Of this browser and of the computer. Tick those to compare.</p>
    <ul class="kept">${all.map((result) => keptView(result, ids.includes(result.id), own.has(result.id), actions))}</ul>
    ${chosen.length > 0 ? comparisonView(chosen) : nothing}
  </section>`;
}

function keptView(result: Result, isCompared: boolean, isOwn: boolean, { compare, drop }: Actions) {
  const { id, at, device, measurements } = result;
  const best = measurements.find(({ chosen }) => chosen) ?? measurements[0];
  const onChange = (event: Event) => compare(id, (event.target as HTMLInputElement).checked);
  return html`<li>
    <label class="check pick">
      <input type="checkbox" .checked=${isCompared} @change=${onChange} />
      <span>${device.name}<small>${moment.format(new Date(at))} · ${device.browser}${
        best ? html` · ${formatFigure(best.total.p50, 'ms')} on ${best.engine}` : nothing
      }</small></span>
    </label>
    ${
      isOwn
        ? html`<button class="danger small" @click=${() => drop(id)} aria-label="Forget the result of ${moment.format(new Date(at))}">Forget</button>`
        : nothing
    }
  </li>`;
}

function comparisonView(results: readonly Result[]) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Comparison">
    <table id="comparison">
      <thead><tr><th scope="col">Compared</th>${results.map(
        ({ device, at }) =>
          html`<th scope="col" class="column">${device.name}<br />${moment.format(new Date(at))}</th>`,
      )}</tr></thead>
      ${compared(results).map(
        ({ title, rows }) => html`<tbody>
          <tr class="group"><th scope="rowgroup" colspan=${results.length + 1}>${title}</th></tr>
          ${rows.map(
            ({ what, cells }) =>
              html`<tr><th scope="row">${what}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
          )}
        </tbody>`,
      )}
    </table>
  </div>`;
}
