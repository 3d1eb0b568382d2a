import {
  DAMAGE_TYPES,
  type Damage,
  type DamageType,
  type Kerbside,
  PART_TYPES,
  type PartType,
} from 'kerbside';
import { h, showItems } from './dom.ts';
import { words } from './format.ts';
import { ProblemArea } from './problem.ts';
import { card, type Section } from './section.ts';

/** The last three of the specification's types say what only looks like damage. */
const notDamage: readonly DamageType[] = ['light_reflection', 'shadow', 'car_curve'];

export function damagesSection(kerbside: Kerbside, inspectionId: string): Section {
  const problem = new ProblemArea();
  const list = h('ul', { class: 'lines' });
  const empty = h('p', { class: 'quiet' }, 'None noted.');
  const form = h(
    'form',
    { class: 'inline-form' },
    select('Type of damage', 'damageType', damageOptions()),
    select('Part', 'partType', partOptions()),
    h('button', { class: 'secondary' }, 'Add damage'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new FormData(form);
    void problem.attempt(() =>
      kerbside.damages.createOne(inspectionId, {
        damageType: data.get('damageType') as DamageType,
        partType: data.get('partType') as PartType,
      }),
    );
  });
  const row = (damage: Damage) => {
    const [what, where] = [words(damage.damageType), partLabel(damage.partType)];
    const remove = () => problem.attempt(() => kerbside.damages.deleteOne(inspectionId, damage.id));
    return h(
      'li',
      { class: 'line' },
      h('div', { class: 'line-text' }, h('strong', {}, what), h('span', { class: 'quiet' }, where)),
      h(
        'button',
        {
          type: 'button',
          class: 'secondary small',
          'aria-label': `Remove ${what}, ${where}`,
          on: { click: remove },
        },
        'Remove',
      ),
    );
  };
  return {
    element: card('Damage', empty, list, problem.element, form),
    update({ entities, isDeleted }) {
      const damages = Object.values(entities.damages).filter(({ deletedAt }) => deletedAt === undefined);
      showItems(list, damages, ({ id }) => id, row);
      empty.hidden = damages.length > 0;
      form.hidden = isDeleted;
    },
  };
}

function select(label: string, name: string, options: HTMLOptionElement[]): HTMLElement {
  return h('label', { class: 'field' }, h('span', {}, label), h('select', { name }, ...options));
}

function damageOptions(): HTMLOptionElement[] {
  return DAMAGE_TYPES.filter((type) => !notDamage.includes(type)).map((value) =>
    h('option', { value, selected: value === 'scratch' }, words(value)),
  );
}

function partOptions(): HTMLOptionElement[] {
  return PART_TYPES.filter((type) => type !== 'background').map((value) =>
    h('option', { value, selected: value === 'bumper_front' }, partLabel(value)),
  );
}

function partLabel(type: PartType): string {
  return type === 'ignore' ? 'Part not told' : words(type);
}
