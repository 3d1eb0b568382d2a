import type { DecidedStatus } from 'kerbside';
import type { ReviewedDamage } from 'kerbside/compare';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { App } from '../app.ts';

interface ComparedDamageRow {
  app: App;
  damage: ReviewedDamage;
  isSelected: boolean;
  select(): void;
  decide(status: DecidedStatus, charged?: boolean): unknown;
}

/** Renders a compared damage: what it is, its status to confirm or change with one tap, and whether it is charged. */
export function renderComparedDamage({
  app,
  damage,
  isSelected,
  select,
  decide,
}: ComparedDamageRow): TemplateResult {
  const { messages, names } = app;
  const { compare } = messages;
  const { status, before, after, decidedBy, isCharged } = damage;
  const shown = after ?? before;
  if (!shown) return html`${nothing}`;
  const what = `${names.damage(shown.damageType)}, ${names.part(shown.partType)}`;
  const canCharge = status === 'new' || status === 'worse';
  return html`<li class="compared-damage" ?data-selected=${isSelected}>
    <button type="button" class="plain what" aria-pressed=${isSelected} @click=${select}>
      <strong>${names.damage(shown.damageType)}</strong> ${names.part(shown.partType)}
      <span class="badge" data-comparison=${status}>${compare.statuses[status]}</span>
    </button>
    <div class="choices" role="group" aria-label=${compare.decide(what)}>
      ${listChoices(damage).map(
        (choice) => html`<button
          type="button"
          class="choice"
          aria-pressed=${choice === status && decidedBy === 'user'}
          ?data-proposed=${choice === status && decidedBy === 'model'}
          @click=${() => decide(choice, isCharged || !canCharge ? undefined : false)}
        >
          ${choice === status && decidedBy === 'model' ? compare.confirm(compare.statuses[choice]) : compare.statuses[choice]}
        </button>`,
      )}
    </div>
    ${
      canCharge
        ? html`<label class="check"
            ><input
              type="checkbox"
              .checked=${live(isCharged)}
              @change=${({ currentTarget }: Event) => decide(status, (currentTarget as HTMLInputElement).checked)}
            />${compare.charge}</label
          >`
        : nothing
    }
    <small class="quiet">${decidedBy === 'user' ? compare.byUser : compare.byModel}</small>
  </li>`;
}

/** The states that a damage can have: one that only the earlier inspection has cannot be new. */
function listChoices({ before, after }: ReviewedDamage): DecidedStatus[] {
  if (!after) return ['gone', 'same'];
  return before ? ['same', 'worse', 'new'] : ['new', 'same'];
}
