import type { Damage } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { renderDamageCrop } from '../common/damage-crop.ts';
import type { LoadedInspection } from '../common/loaded-inspection.ts';
import type { ThumbnailSource } from '../common/thumbnails.ts';
import { describeOrigin, isUnreviewed } from './damage-origin.ts';

interface DamageCard {
  app: Pick<App, 'messages' | 'names'>;
  loaded: LoadedInspection;
  thumbnails: ThumbnailSource;
  damage: Damage;
  /** Why it is not in the price. */
  review: string | undefined;
  open(): void;
}

/** Renders a damage: its crop, type and confidence, and what a user did with it. A tap opens it. */
export function renderDamageCard({
  app,
  loaded,
  thumbnails,
  damage,
  review,
  open,
}: DamageCard): TemplateResult {
  const { names, messages } = app;
  const { damageType, partType } = damage;
  const confidence = damage.confidence ?? damage.correctedFrom?.confidence;
  const name = names.damage(damageType, partType);
  const facts = [
    confidence !== undefined && names.percent(confidence),
    !isUnreviewed(damage) && describeOrigin(damage, app),
  ]
    .filter(Boolean)
    .join(' · ');
  // The accessible name contains the visible text, so that speech input finds the card.
  const label = `${messages.results.openDamage(name, names.damagedPart([damage]))}. ${[name, facts, review].filter(Boolean).join(' ')}`;
  return html`<li>
    <button
      type="button"
      class="damage-card"
      data-damage=${damage.id}
      aria-label=${label}
      @click=${open}
    >
      ${renderDamageCrop(loaded, damage, thumbnails)}
      <span class="damage-text">
        <strong>${name}</strong>
        <span class="quiet">${facts}</span>
        ${review ? html`<span class="review">${review}</span>` : nothing}
      </span>
    </button>
  </li>`;
}
