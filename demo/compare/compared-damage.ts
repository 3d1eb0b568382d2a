import type { DecidedStatus } from 'kerbside';
import type { ReviewedDamage } from 'kerbside/compare';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { App } from '../app.ts';

interface ComparedDamageRow {
  app: App;
  damage: ReviewedDamage;
  /** The damage on a photo, if there is one. */
  crop: unknown;
  /** The charge for its part. */
  price: string | undefined;
  /** Whether photos of both inspections were compared. */
  isFromPhotos: boolean;
  isSelected: boolean;
  select(): void;
  decide(status: DecidedStatus, charged?: boolean): unknown;
}

/** Renders a compared damage: type and part, the status to confirm or change with one tap, and the charge. */
export function renderComparedDamage(row: ComparedDamageRow): TemplateResult {
  const { app, damage, crop, price, isSelected, select } = row;
  const { names, messages } = app;
  const { status, reason, before, after } = damage;
  const shown = after ?? before;
  if (!shown) return html`${nothing}`;
  return html`<li class="compared-damage" ?data-selected=${isSelected}>
    <button type="button" class="what" aria-pressed=${isSelected} @click=${select}>
      ${crop}
      <span class="what-text">
        <strong>${names.damage(shown.damageType)}</strong>
        <span class="quiet">${names.damagedPart([shown])}</span>
      </span>
      <span class="what-state">
        <span class="badge" data-comparison=${status}
          >${status === 'unclear' && !after ? messages.compare.notSeen : messages.compare.statuses[status]}</span
        >
        ${price ? html`<span class="price">${price}</span>` : nothing}
      </span>
    </button>
    ${reason ? html`<p class="quiet">${messages.compare.reasons[reason](Boolean(after))}</p>` : nothing}
    ${renderChoices(row, `${names.damage(shown.damageType)}, ${names.damagedPart([shown])}`)}
    ${renderFoot(row)}
  </li>`;
}

function renderChoices({ app, damage, decide }: ComparedDamageRow, what: string): TemplateResult {
  const { compare } = app.messages;
  const { status, decidedBy, isCharged, isChargeProposed } = damage;
  return html`<div class="states" role="group" aria-label=${compare.decide(what)}>
    ${listChoices(damage).map((choice) => {
      const isProposed = choice === status && decidedBy === 'model';
      return html`<button
        type="button"
        class="choice"
        aria-pressed=${choice === status && decidedBy === 'user'}
        ?data-proposed=${isProposed}
        @click=${() => decide(choice, isCharged || isChargeProposed || !getChargeable(damage) ? undefined : false)}
      >
        ${isProposed ? compare.confirm(compare.statuses[choice]) : compare.statuses[choice]}
      </button>`;
    })}
  </div>`;
}

function renderFoot({ app, damage, isFromPhotos, decide }: ComparedDamageRow): TemplateResult {
  const { compare } = app.messages;
  const { decidedBy, isCharged } = damage;
  const status = getChargeable(damage);
  const charge = ({ currentTarget }: Event) =>
    status && decide(status, (currentTarget as HTMLInputElement).checked);
  const origin = decidedBy === 'user' ? compare.byUser : isFromPhotos ? undefined : compare.byRecords;
  return html`<div class="compared-foot">
    ${
      status
        ? html`<label class="check"
            ><input type="checkbox" .checked=${live(isCharged)} @change=${charge} />${compare.charge}</label
          >`
        : nothing
    }
    ${origin ? html`<small class="quiet">${origin}</small>` : nothing}
  </div>`;
}

/** Returns the status of a damage that can be charged. */
function getChargeable({ status }: ReviewedDamage): 'new' | 'worse' | undefined {
  return status === 'new' || status === 'worse' ? status : undefined;
}

/** The states that a damage can have: one that only the earlier inspection has cannot be new. */
function listChoices({ before, after }: ReviewedDamage): DecidedStatus[] {
  if (!after) return ['gone', 'same'];
  return before ? ['same', 'worse', 'new'] : ['new', 'same'];
}
