import { html, nothing, type TemplateResult } from 'lit';
import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { Walk, WalkSide } from '../../walk/walk-types.ts';
import type { ElementMessages } from '../locales/messages.ts';

interface WalkReview {
  walk: Walk;
  chosen: Readonly<Partial<Record<Viewpoint, number>>>;
  messages: ElementMessages;
  choose(side: Viewpoint, index: number): void;
  accept(): void;
  discard(): void;
}

/** Renders the chosen photo of each side, with its neighbours to exchange it for. */
export function renderWalkReview(review: WalkReview): TemplateResult {
  const { walk, messages, accept, discard } = review;
  return html`<ul class="sides" aria-label=${messages.walk.review}>
      ${VIEWPOINTS.map((side) => renderSide(side, walk.sides[side], review))}
    </ul>
    <footer>
      <button type="button" class="secondary" @click=${discard}>${messages.walk.discard}</button>
      <button type="button" class="accept" @click=${accept}>
        ${messages.walk.accept(Object.keys(walk.sides).length)}
      </button>
    </footer>`;
}

function renderSide(
  side: Viewpoint,
  found: WalkSide | undefined,
  { chosen, messages, choose }: WalkReview,
): TemplateResult {
  const name = messages.capture.viewpoints[side];
  const index = chosen[side] ?? 0;
  const photo = found?.photos[index];
  if (!found || !photo)
    return html`<li part="side" data-side=${side} data-state="missing">
      <div class="frame empty"></div>
      <p class="name">${name}</p>
      <p class="note">${messages.walk.notSeen}</p>
    </li>`;
  const { problem } = photo;
  const exchange = (to: number, label: string, sign: string) =>
    html`<button
      type="button"
      class="secondary"
      aria-label=${`${name}: ${label}`}
      ?disabled=${!found.photos[to]}
      @click=${() => choose(side, to)}
    >
      ${sign}
    </button>`;
  return html`<li part="side" data-side=${side} data-state=${problem ? 'poor' : 'good'} data-at=${photo.at}>
    <div class="frame"><kerbside-photo thumbnail .photo=${photo.photo} .name=${name}></kerbside-photo></div>
    <p class="name">${name}</p>
    <div class="exchange">
      ${exchange(index - 1, messages.walk.earlier, '‹')}
      <span role="status">${messages.capture.position(index + 1, found.photos.length)}</span>
      ${exchange(index + 1, messages.walk.later, '›')}
    </div>
    ${problem ? html`<p class="note">${messages.walk.problems[problem] ?? messages.walk.poor}</p>` : nothing}
  </li>`;
}
