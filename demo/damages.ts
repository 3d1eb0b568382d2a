import {
  DAMAGE_TYPES,
  type Damage,
  type DamageType,
  type Entities,
  type Image,
  type Kerbside,
  PART_TYPES,
  type PartType,
} from 'kerbside';
import { damageRow, partLabel } from './damage-row.ts';
import { h, showItems } from './dom.ts';
import { count, words } from './format.ts';
import type { PhotoViewer } from './photo-viewer.ts';
import { ProblemArea } from './problem.ts';
import { card, type Section } from './section.ts';

/** The last three of the specification's types say what only looks like damage. */
const notDamage: readonly DamageType[] = ['light_reflection', 'shadow', 'car_curve'];

export function damagesSection(kerbside: Kerbside, inspectionId: string, viewer: PhotoViewer): Section {
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
  /** A line for one damage; it opens the first of the photos that show it. */
  const row = ({ damage, images }: Seen) => {
    const [first] = images;
    return damageRow(damage, {
      photos: images.map(({ name }) => name),
      select: first && (() => viewer.open(first.id, damage.id)),
      remove: () => problem.attempt(() => kerbside.damages.deleteOne(inspectionId, damage.id)),
    });
  };
  const element = card('Damage', empty, list, problem.element, form);
  const heading = element.querySelector('h2');
  return {
    element,
    update({ entities, isDeleted }) {
      const damages = seenDamages(entities);
      showItems(
        list,
        damages,
        ({ damage, images }) => [damage.id, ...images.map(({ id }) => id)].join(),
        row,
      );
      if (heading) heading.textContent = damages.length > 0 ? count(damages.length, 'damage') : 'Damage';
      empty.hidden = damages.length > 0;
      form.hidden = isDeleted;
    },
  };
}

interface Seen {
  damage: Damage;
  images: Image[];
}

function seenDamages({ damages, views, images }: Entities): Seen[] {
  const shown = Object.values(views).filter(({ deletedAt }) => deletedAt === undefined);
  return Object.values(damages)
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map((damage) => ({
      damage,
      images: shown.flatMap(({ damageId, imageId }) =>
        damageId === damage.id && images[imageId] ? [images[imageId]] : [],
      ),
    }));
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
