import { html, type TemplateResult } from 'lit';
import type { FleetApp } from './fleet-app.ts';
import { DATE_FILTERS, type FleetFilter, MAX_TEXT, OUTCOME_FILTERS } from './fleet-filter.ts';

const LEVELS = [1, 2, 3] as const;

/** Renders the filters of the list. They apply at once. */
export function renderFleetFilters(
  { fleet, names }: FleetApp,
  filter: FleetFilter,
  onChange: (filter: FleetFilter) => void,
): TemplateResult {
  return html`<form class="fleet-filters" role="search" aria-label=${fleet.filters} @submit=${(event: Event) => event.preventDefault()}>
    <label class="field">
      <span>${fleet.search}</span>
      <input
        type="search"
        name="text"
        autocomplete="off"
        maxlength=${MAX_TEXT}
        .value=${filter.text}
        @input=${({ currentTarget }: Event) => onChange({ ...filter, text: (currentTarget as HTMLInputElement).value })}
      />
    </label>
    ${renderSelect(
      fleet.outcome,
      fleet.all,
      OUTCOME_FILTERS,
      filter.outcome,
      (one) => fleet.outcomes[one],
      (outcome) => onChange({ ...filter, outcome }),
    )}
    ${renderSelect(
      fleet.severity,
      fleet.all,
      LEVELS,
      filter.level,
      (one) => (one === 3 ? names.severity(3) : fleet.atLeast(names.severity(one))),
      (level) => onChange({ ...filter, level }),
    )}
    ${renderSelect(
      fleet.date,
      fleet.all,
      DATE_FILTERS,
      filter.date,
      (one) => fleet.dates[one],
      (date) => onChange({ ...filter, date }),
    )}
  </form>`;
}

function renderSelect<Value extends string | number>(
  label: string,
  all: string,
  values: readonly Value[],
  current: Value | undefined,
  nameOf: (value: Value) => string,
  onSelect: (value: Value | undefined) => void,
): TemplateResult {
  const change = ({ currentTarget }: Event) => {
    const { value } = currentTarget as HTMLSelectElement;
    onSelect(values.find((one) => String(one) === value));
  };
  return html`<label class="field">
    <span>${label}</span>
    <select @change=${change}>
      <option value="" ?selected=${current === undefined}>${all}</option>
      ${values.map((one) => html`<option value=${one} ?selected=${one === current}>${nameOf(one)}</option>`)}
    </select>
  </label>`;
}
