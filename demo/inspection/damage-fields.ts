import {
  type CreateDamage,
  DAMAGE_TYPES,
  type DamageType,
  type Image,
  PART_TYPES,
  type PartType,
  type Viewpoint,
} from 'kerbside';
import { html, type TemplateResult } from 'lit';
import type { App } from '../app.ts';

/** The last three of the specification's types only look like damage. */
const NOT_DAMAGE: readonly DamageType[] = ['light_reflection', 'shadow', 'car_curve'];

/** Renders the fields for the type and the part of a damage. */
export function renderDamageFields(
  { names, messages }: App,
  given: Partial<CreateDamage> = {},
): TemplateResult {
  const { damageType = 'scratch', partType = 'bumper_front' } = given;
  const types = DAMAGE_TYPES.filter((type) => !NOT_DAMAGE.includes(type));
  const parts = PART_TYPES.filter((type) => type !== 'background');
  const sortByName = <Value>(values: readonly Value[], name: (value: Value) => string) =>
    values.map((value) => ({ value, name: name(value) })).sort((a, b) => a.name.localeCompare(b.name));
  return html`
    <label class="field"
      ><span>${messages.results.type}</span>
      <select name="damageType">
        ${sortByName(types, names.damage).map(
          ({ value, name }) =>
            html`<option value=${value} ?selected=${value === damageType}>${name}</option>`,
        )}
      </select></label
    >
    <label class="field"
      ><span>${messages.results.part}</span>
      <select name="partType">
        ${sortByName(parts, names.part).map(
          ({ value, name }) => html`<option value=${value} ?selected=${value === partType}>${name}</option>`,
        )}
      </select></label
    >
  `;
}

export function readDamage(form: HTMLFormElement): CreateDamage {
  const data = new FormData(form);
  return { damageType: data.get('damageType') as DamageType, partType: data.get('partType') as PartType };
}

/** The part that fills most of a photo from this side. */
const MAIN_PARTS: Record<Viewpoint, PartType> = {
  front: 'bumper_front',
  front_left: 'fender_front_left',
  left: 'door_front_left',
  back_left: 'fender_back_left',
  back: 'bumper_back',
  back_right: 'fender_back_right',
  right: 'door_front_right',
  front_right: 'fender_front_right',
};

/** Suggests the part of an outline that was drawn on a photo; `ignore` if the photo's sight is unknown. */
export function suggestPart({ compliances }: Image): PartType {
  const sight = compliances.coverage_360?.sight_id ?? '';
  if (sight in MAIN_PARTS) return MAIN_PARTS[sight as Viewpoint];
  return PART_TYPES.find((part) => part === sight) ?? 'ignore'; // wheel sights have the names of parts
}
