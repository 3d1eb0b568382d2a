import { type CreateDamage, DAMAGE_TYPES, type DamageType, PART_TYPES, type PartType } from 'kerbside';
import { html, type TemplateResult } from 'lit';
import type { App } from '../app.ts';

/** The last three of the specification's types only look like damage. */
const NOT_DAMAGE: readonly DamageType[] = ['light_reflection', 'shadow', 'car_curve'];
/** The specification has no type for it: it is a `misshape` of a wheel. */
const FLAT_TYRE = 'flat_tyre';

/** Renders the fields for the type and the part of a damage. Nothing is preset: a careless tap must not add a damage. */
export function renderDamageFields(
  { names, messages }: App,
  { damageType, partType }: Partial<CreateDamage> = {},
): TemplateResult {
  const types = DAMAGE_TYPES.filter((type) => !NOT_DAMAGE.includes(type)).map((value) => ({
    value: value as string,
    name: names.damage(value),
  }));
  types.push({ value: FLAT_TYRE, name: names.damage('misshape', 'wheel') });
  const parts = PART_TYPES.filter((type) => type !== 'background').map((value) => ({
    value: value as string,
    name: names.part(value),
  }));
  const isFlatTyre = damageType === 'misshape' && partType?.startsWith('wheel');
  return html`
    ${renderSelect('damageType', messages.results.type, types, isFlatTyre ? FLAT_TYRE : damageType, messages.results.choose)}
    ${renderSelect('partType', messages.results.part, parts, partType, messages.results.choose)}
  `;
}

function renderSelect(
  name: string,
  label: string,
  options: { value: string; name: string }[],
  selected: string | undefined,
  empty: string,
): TemplateResult {
  return html`<label class="field"
    ><span>${label}</span>
    <select name=${name} required>
      ${selected === undefined ? html`<option value="">${empty}</option>` : ''}
      ${options
        .sort((a, b) => a.name.localeCompare(b.name))
        .map(
          (option) =>
            html`<option value=${option.value} ?selected=${option.value === selected}>${option.name}</option>`,
        )}
    </select></label
  >`;
}

/** Returns the damage of the fields. A flat tyre is one of a wheel, whatever part is chosen beside it. */
export function readDamage(form: HTMLFormElement): CreateDamage {
  const data = new FormData(form);
  const type = String(data.get('damageType'));
  const partType = data.get('partType') as PartType;
  if (type !== FLAT_TYRE) return { damageType: type as DamageType, partType };
  return { damageType: 'misshape', partType: toWheel(partType) };
}

/** `hubcap_front_left`, `fender_front_left` → `wheel_front_left`. */
function toWheel(part: PartType): PartType {
  const [, place] = /((?:front|back)_(?:left|right))$/.exec(part) ?? [];
  return PART_TYPES.find((type) => type === `wheel_${place}`) ?? 'wheel';
}
