import { MILEAGE_UNITS, type MileageUnit, type Vehicle, type VehicleInput } from 'kerbside';
import { html, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import type { AppMessages } from '../locales/en.ts';

/** In this order in the form: the plate is the first thing you see. */
const TEXT_FIELDS = [
  ['plate', 'plate'],
  ['color', 'colour'],
  ['brand', 'make'],
  ['model', 'model'],
  ['vin', 'vin'],
] as const;
/** Written in capital letters. */
const CAPITAL_FIELDS: readonly string[] = ['plate', 'vin'];

export function renderVehicleFields(messages: AppMessages['create'], vehicle?: Vehicle): TemplateResult {
  const { mileage } = vehicle ?? {};
  return html`<fieldset class="fields">
    <legend>${messages.vehicle}</legend>
    ${TEXT_FIELDS.map(
      ([name, label]) =>
        html`<label class=${name === 'vin' ? 'field wide' : 'field'}
          ><span>${messages[label]}</span
          ><input
            name=${name}
            autocomplete="off"
            autocapitalize=${CAPITAL_FIELDS.includes(name) ? 'characters' : 'words'}
            spellcheck="false"
            .defaultValue=${vehicle?.[name] ?? ''}
        /></label>`,
    )}
    <div class="field wide">
      <label for="mileage">${messages.mileage}</label>
      <span class="field-inputs">
        <input
          id="mileage"
          name="mileage"
          inputmode="numeric"
          autocomplete="off"
          .defaultValue=${String(mileage?.value ?? '')}
        />
        <select name="unit" aria-label=${messages.mileageUnit}>
          ${MILEAGE_UNITS.map((unit) => html`<option ?selected=${mileage?.unit === unit}>${unit}</option>`)}
        </select>
      </span>
    </div>
  </fieldset>`;
}

/** Returns the known fields of a vehicle with their labels. */
export function listVehicleFacts(
  { messages: { create: messages }, language }: Pick<App, 'messages' | 'language'>,
  vehicle: Vehicle | undefined,
): [string, string][] {
  const { mileage } = vehicle ?? {};
  const texts = TEXT_FIELDS.map(([name, label]) => [messages[label], vehicle?.[name]] as const);
  const all = [
    ...texts,
    [messages.mileage, mileage && `${mileage.value.toLocaleString(language)} ${mileage.unit}`],
  ] as const;
  return all.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** 17 letters and digits, without I, O and Q. */
const VIN = /^[A-HJ-NPR-Z\d]{17}$/i;

/**
 * Returns what is wrong with the fields, in the user's words; undefined if nothing is. The library accepts any text as a
 * VIN: vehicles from before 1981 have others.
 */
export function findVehicleProblem(
  form: HTMLFormElement,
  messages: AppMessages['create'],
): { field: string; text: string } | undefined {
  const data = new FormData(form);
  const vin = String(data.get('vin') ?? '').trim();
  if (vin && !VIN.test(vin)) return { field: 'vin', text: messages.vinInvalid };
  const mileage = String(data.get('mileage') ?? '').trim();
  if (mileage && !(parseNumber(mileage) >= 0)) return { field: 'mileage', text: messages.mileageInvalid };
  return undefined;
}

/** Returns the fields that are filled in, or cleared since `before`. The library validates them. A mileage cannot be cleared. */
export function readVehicle(form: HTMLFormElement, before?: Vehicle): VehicleInput {
  const data = new FormData(form);
  const value = (name: string) => String(data.get(name) ?? '').trim();
  const filled = TEXT_FIELDS.filter(([name]) => value(name) || before?.[name]).map(([name]) => [
    name,
    value(name),
  ]);
  const mileage = value('mileage') && {
    value: parseNumber(value('mileage')),
    unit: value('unit') as MileageUnit,
  };
  return { ...Object.fromEntries(filled), ...(mileage && { mileage }) };
}

/** Accepts grouped digits (41 250, 41,250). Anything else becomes NaN, which the library rejects. */
function parseNumber(text: string): number {
  return Number(text.replace(/(?<=\d)[ ,'’\u00a0\u202f](?=\d{3})/g, ''));
}
