import { MILEAGE_UNITS, type MileageUnit, type Vehicle, type VehicleInput } from 'kerbside';
import { html, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import type { AppWords } from '../words/en.ts';

/** In the order they are asked for: the plate is what stands on the vehicle in front of you. */
const TEXT_FIELDS = [
  ['plate', 'plate'],
  ['color', 'colour'],
  ['brand', 'make'],
  ['model', 'model'],
  ['vin', 'vin'],
] as const;
/** Written in capitals on the vehicle. */
const CODES: readonly string[] = ['plate', 'vin'];

export function vehicleFields(words: AppWords['create'], vehicle?: Vehicle): TemplateResult {
  const { mileage } = vehicle ?? {};
  return html`<fieldset class="fields">
    <legend>${words.vehicle}</legend>
    ${TEXT_FIELDS.map(
      ([name, label]) =>
        html`<label class=${name === 'vin' ? 'field wide' : 'field'}
          ><span>${words[label]}</span
          ><input
            name=${name}
            autocomplete="off"
            autocapitalize=${CODES.includes(name) ? 'characters' : 'words'}
            spellcheck="false"
            .defaultValue=${vehicle?.[name] ?? ''}
        /></label>`,
    )}
    <div class="field wide">
      <label for="mileage">${words.mileage}</label>
      <span class="field-inputs">
        <input
          id="mileage"
          name="mileage"
          inputmode="numeric"
          autocomplete="off"
          .defaultValue=${String(mileage?.value ?? '')}
        />
        <select name="unit" aria-label=${words.mileageUnit}>
          ${MILEAGE_UNITS.map((unit) => html`<option ?selected=${mileage?.unit === unit}>${unit}</option>`)}
        </select>
      </span>
    </div>
  </fieldset>`;
}

/** What is known of a vehicle, in the words of its fields. */
export function vehicleFacts(
  { words: { create: words }, language }: Pick<App, 'words' | 'language'>,
  vehicle: Vehicle | undefined,
): [string, string][] {
  const { mileage } = vehicle ?? {};
  const texts = TEXT_FIELDS.map(([name, label]) => [words[label], vehicle?.[name]] as const);
  const all = [
    ...texts,
    [words.mileage, mileage && `${mileage.value.toLocaleString(language)} ${mileage.unit}`],
  ] as const;
  return all.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** What was filled in, or emptied of what was known before; the library judges it. A mileage can only be replaced. */
export function readVehicle(form: HTMLFormElement, before?: Vehicle): VehicleInput {
  const data = new FormData(form);
  const value = (name: string) => String(data.get(name) ?? '').trim();
  const filled = TEXT_FIELDS.filter(([name]) => value(name) || before?.[name]).map(([name]) => [
    name,
    value(name),
  ]);
  const mileage = value('mileage') && {
    value: numberOf(value('mileage')),
    unit: value('unit') as MileageUnit,
  };
  return { ...Object.fromEntries(filled), ...(mileage && { mileage }) };
}

/** People group digits (41 250, 41,250); anything else stays what it is and is refused as no number. */
function numberOf(text: string): number {
  return Number(text.replace(/(?<=\d)[ ,'’\u00a0\u202f](?=\d{3})/g, ''));
}
