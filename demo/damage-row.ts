import type { CreatedBy, Damage, PartType } from 'kerbside';
import { h } from './dom.ts';
import { percent, words } from './format.ts';

export interface DamageActions {
  /** Names of the photos it is seen on. */
  photos?: readonly string[];
  /** Left out where there is nothing to point at: the damage is on no photo. */
  select?: (() => void) | undefined;
  remove(): void;
}

/** One damage in a list: what, where, how sure, who says so. */
export function damageRow(damage: Damage, { photos = [], select, remove }: DamageActions): HTMLElement {
  const [what, where] = [words(damage.damageType), partLabel(damage.partType)];
  const facts = [
    h('strong', {}, what, damage.confidence !== undefined && ` ${percent(damage.confidence)}`),
    h('span', {}, [where, ...photos].join(' · ')),
    h('span', { class: 'quiet' }, madeBy(damage.createdBy)),
  ];
  return h(
    'li',
    { class: 'line' },
    select
      ? h(
          'button',
          { type: 'button', class: 'line-text choose', 'data-damage': damage.id, on: { click: select } },
          ...facts,
        )
      : h('div', { class: 'line-text' }, ...facts),
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
}

export function partLabel(type: PartType): string {
  return type === 'ignore' ? 'Part not told' : words(type);
}

function madeBy(createdBy: CreatedBy): string {
  if (createdBy === 'user') return 'Added by you';
  const { model, version, engine } = createdBy;
  return `Found by model ${model} ${version} on ${engine}`;
}
