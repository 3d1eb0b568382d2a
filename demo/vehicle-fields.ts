import { MILEAGE_UNITS, type MileageUnit, type Vehicle, type VehicleInput } from 'kerbside';
import { h, type Props } from './dom.ts';

const textFields = [
  ['brand', 'Make'],
  ['model', 'Model'],
  ['plate', 'Registration plate'],
  ['vin', 'VIN'],
  ['color', 'Colour'],
] as const;

export function vehicleFields(vehicle?: Vehicle): HTMLElement {
  const unit = h(
    'select',
    { name: 'unit', 'aria-label': 'Unit of the mileage' },
    ...MILEAGE_UNITS.map((one) => h('option', { value: one, selected: vehicle?.mileage?.unit === one }, one)),
  );
  // Not inside the label, or the units would be part of the input's name.
  const mileage = h(
    'div',
    { class: 'field' },
    h('label', { for: 'mileage' }, 'Mileage'),
    h(
      'span',
      { class: 'field-inputs' },
      h('input', {
        id: 'mileage',
        name: 'mileage',
        inputmode: 'numeric',
        autocomplete: 'off',
        value: vehicle?.mileage?.value,
      }),
      unit,
    ),
  );
  return h(
    'fieldset',
    { class: 'fields' },
    h('legend', {}, 'Vehicle'),
    ...textFields.map(([name, label]) => field(label, { name, value: vehicle?.[name] })),
    mileage,
  );
}

function field(label: string, props: Props): HTMLElement {
  return h('label', { class: 'field' }, h('span', {}, label), h('input', { autocomplete: 'off', ...props }));
}

/** What was filled in; the library judges it. */
export function readVehicle(form: HTMLFormElement): VehicleInput {
  const data = new FormData(form);
  const value = (name: string) => String(data.get(name) ?? '').trim();
  const filled = textFields.filter(([name]) => value(name)).map(([name]) => [name, value(name)]);
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
