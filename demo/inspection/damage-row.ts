import type { CreatedBy, Damage } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';

export interface DamageRow {
  app: App;
  damage: Damage;
  /** Names of the photos it is seen on. */
  photos?: readonly string[];
  /** With its part, where the list is not by part. */
  withPart?: boolean;
  isChosen?: boolean | undefined;
  /** Left out where there is nothing to point at: the damage is on no photo. */
  choose?: (() => void) | undefined;
  edit?: (() => void) | undefined;
  remove?: (() => void) | undefined;
  /** Why it is in no price. */
  review?: string | undefined;
}

/** One damage in a list: what, how sure, who says so, what can be done. */
export function damageRow(row: DamageRow): TemplateResult {
  const { app, damage, choose, edit, remove, isChosen } = row;
  const { words, names } = app;
  const what = `${names.damage(damage.damageType)}, ${names.part(damage.partType)}`;
  return html`<li class="line">
    ${
      choose
        ? html`<button
            type="button"
            class="line-text choose"
            aria-pressed=${isChosen === undefined ? nothing : isChosen}
            data-damage=${damage.id}
            @click=${choose}
          >
            ${facts(row)}
          </button>`
        : html`<div class="line-text">${facts(row)}</div>`
    }
    <span class="line-actions">
      ${
        edit
          ? html`<button
              type="button"
              class="secondary small"
              data-edit=${damage.id}
              aria-label=${words.results.edit(what)}
              @click=${edit}
            >
              ${words.results.editShort}
            </button>`
          : nothing
      }
      ${
        remove
          ? html`<button
              type="button"
              class="secondary small"
              aria-label=${words.results.remove(what)}
              @click=${remove}
            >
              ${words.results.removeShort}
            </button>`
          : nothing
      }
    </span>
  </li>`;
}

function facts({ app, damage, photos = [], withPart = false, review }: DamageRow): TemplateResult {
  const { names } = app;
  const { confidence } = damage;
  const where = [withPart && names.part(damage.partType), ...photos].filter(Boolean).join(' · ');
  return html`<strong
      >${names.damage(damage.damageType)}${confidence === undefined ? '' : ` ${names.percent(confidence)}`}</strong
    >
    ${where ? html`<span>${where}</span>` : nothing}
    <span class="quiet">${madeBy(damage.createdBy, app)}</span>
    ${review ? html`<span class="review">${review}</span>` : nothing}`;
}

function madeBy(createdBy: CreatedBy, { words }: App): string {
  if (createdBy === 'user') return words.results.addedByYou;
  return words.results.foundBy(createdBy.model, createdBy.version);
}
