import { html, nothing } from 'lit';
import { ENGINES, TASKS } from './labels.ts';
import type { Actions, Setting, State } from './state.ts';

/** The options and the start button. */
export function startView({ step, choices, trouble }: State, setting: Setting, actions: Actions) {
  const isRunning = step !== undefined;
  const nothingChosen = choices.engines.size === 0 || choices.tasks.size === 0;
  return html`<section aria-labelledby="measure">
    <h2 id="measure">Measure</h2>
    <fieldset ?disabled=${isRunning}>
      <legend>Engines</legend>
      ${setting.engines.measurable.map(({ engine, used, reason }) =>
        pick(
          ENGINES[engine],
          used ? reason : `Kerbside would not use it here: ${reason}`,
          choices.engines.has(engine),
          (isOn) => actions.choose({ engines: changed(choices.engines, engine, isOn) }),
        ),
      )}
      ${setting.engines.left.map(({ engine, reason }) => html`<p class="quiet">${ENGINES[engine]}: ${reason}</p>`)}
    </fieldset>
    <fieldset ?disabled=${isRunning}>
      <legend>Tasks</legend>
      ${setting.tasks.map((task) =>
        pick(TASKS[task], undefined, choices.tasks.has(task), (isOn) =>
          actions.choose({ tasks: changed(choices.tasks, task, isOn) }),
        ),
      )}
    </fieldset>
    <fieldset class="two" ?disabled=${isRunning}>
      ${amount('Runs of each', choices.runs, 1, (runs) => actions.choose({ runs }))}
      ${amount('Sustained run, seconds', choices.seconds, 0, (seconds) => actions.choose({ seconds }))}
    </fieldset>
    <p class="quiet">
      Plug the phone in, close other apps and leave this page in front. Fewer than 50 runs make p99 a guess; 300 seconds
      show whether the phone gets slower as it gets warm; 0 leaves the sustained run out.
    </p>
    <div class="actions">
      ${
        isRunning
          ? html`<button class="secondary" @click=${actions.stop}>Stop</button>`
          : html`<button ?disabled=${nothingChosen} @click=${actions.start}>Start</button>`
      }
    </div>
    ${
      step
        ? html`<div class="progress-line">
            <span role="status">${step.words}</span>
            ${
              step.share === undefined
                ? html`<progress aria-label="Progress"></progress>`
                : html`<progress aria-label="Progress" max="1" .value=${step.share}></progress>`
            }
          </div>`
        : nothing
    }
    ${trouble ? html`<p class="note bad" role="alert">${trouble}</p>` : nothing}
  </section>`;
}

function pick(title: string, reason: string | undefined, isOn: boolean, change: (isOn: boolean) => void) {
  const onChange = (event: Event) => change((event.target as HTMLInputElement).checked);
  return html`<label class="check pick">
    <input type="checkbox" .checked=${isOn} @change=${onChange} />
    <span>${title}${reason ? html`<small>${reason}</small>` : nothing}</span>
  </label>`;
}

function amount(title: string, value: number, least: number, change: (value: number) => void) {
  const onChange = (event: Event) => {
    const { valueAsNumber } = event.target as HTMLInputElement;
    change(Math.max(least, Number.isFinite(valueAsNumber) ? Math.round(valueAsNumber) : value));
  };
  return html`<label class="field">
    <span>${title}</span>
    <input type="number" inputmode="numeric" min=${least} step="1" .value=${String(value)} @change=${onChange} />
  </label>`;
}

function changed<Item>(set: ReadonlySet<Item>, item: Item, isOn: boolean): ReadonlySet<Item> {
  const copy = new Set(set);
  if (isOn) copy.add(item);
  else copy.delete(item);
  return copy;
}
