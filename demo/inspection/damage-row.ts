import type { Damage } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { describeOrigin } from './damage-origin.ts';

interface DamageRow {
  app: App;
  damage: Damage;
  /** Titles of the photos that show it. */
  photos?: readonly string[];
  /** Shows the part, for lists that are not grouped by part. */
  showsPart?: boolean;
  isSelected?: boolean | undefined;
  /** Undefined if no photo shows the damage. */
  select?: (() => void) | undefined;
  edit?: (() => void) | undefined;
  remove?: (() => void) | undefined;
  /** Why it is not in the price. */
  review?: string | undefined;
}

/** Renders a damage in a list: type, confidence, creator, and the buttons to change it. */
export function renderDamageRow(row: DamageRow): TemplateResult {
  const { app, damage, select, edit, remove, isSelected } = row;
  const { messages, names } = app;
  const what = `${names.damage(damage.damageType, damage.partType)}, ${names.damagedPart([damage])}`;
  return html`<li class="line">
    ${
      select
        ? html`<button
            type="button"
            class="line-text choose"
            aria-pressed=${isSelected === undefined ? nothing : isSelected}
            data-damage=${damage.id}
            @click=${select}
          >
            ${renderFacts(row)}
          </button>`
        : html`<div class="line-text">${renderFacts(row)}</div>`
    }
    <span class="line-actions">
      ${
        edit
          ? html`<button
              type="button"
              class="secondary small"
              data-edit=${damage.id}
              aria-label=${messages.results.edit(what)}
              @click=${edit}
            >
              ${messages.results.editShort}
            </button>`
          : nothing
      }
      ${
        remove
          ? html`<button
              type="button"
              class="secondary small"
              aria-label=${messages.results.remove(what)}
              @click=${remove}
            >
              ${messages.results.removeShort}
            </button>`
          : nothing
      }
    </span>
  </li>`;
}

function renderFacts({ app, damage, photos = [], showsPart = false, review }: DamageRow): TemplateResult {
  const { names } = app;
  const { confidence } = damage;
  const where = [showsPart && names.damagedPart([damage]), ...photos].filter(Boolean).join(' · ');
  return html`<strong
      >${names.damage(damage.damageType, damage.partType)}${confidence === undefined ? '' : ` ${names.percent(confidence)}`}</strong
    >
    ${where ? html`<span>${where}</span>` : nothing}
    <span class="quiet">${describeOrigin(damage, app)}</span>
    ${review ? html`<span class="review">${review}</span>` : nothing}`;
}
