import { type CreateDamage, DAMAGE_TYPES, type DamageType, PART_TYPES, type PartType } from 'kerbside';
import { html, type TemplateResult } from 'lit';
import type { App } from '../app.ts';

/** The last three of the specification's types say what only looks like damage. */
const NOT_DAMAGE: readonly DamageType[] = ['light_reflection', 'shadow', 'car_curve'];

/** What a damage is and where: a type and a part to choose. */
export function damageFields({ names, words }: App, given: Partial<CreateDamage> = {}): TemplateResult {
  const { damageType = 'scratch', partType = 'bumper_front' } = given;
  const types = DAMAGE_TYPES.filter((type) => !NOT_DAMAGE.includes(type));
  const parts = PART_TYPES.filter((type) => type !== 'background');
  const byName = <Value>(values: readonly Value[], name: (value: Value) => string) =>
    values.map((value) => ({ value, name: name(value) })).sort((a, b) => a.name.localeCompare(b.name));
  return html`
    <label class="field"
      ><span>${words.results.type}</span>
      <select name="damageType">
        ${byName(types, names.damage).map(
          ({ value, name }) =>
            html`<option value=${value} ?selected=${value === damageType}>${name}</option>`,
        )}
      </select></label
    >
    <label class="field"
      ><span>${words.results.part}</span>
      <select name="partType">
        ${byName(parts, names.part).map(
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
