import type { DecidedStatus } from 'kerbside';
import type { Comparison, ReviewedDamage } from 'kerbside/compare';
import type { SignDetail } from 'kerbside/elements';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { renderError } from '../common/error-text.ts';
import { onAnyEvent } from '../common/events.ts';
import { LiveQuery } from '../common/live-query.ts';
import { getVehicleTitle, renderCard, renderProgress } from '../common/templates.ts';
import { Thumbnails } from '../common/thumbnails.ts';
import { hrefOf } from '../shell/route.ts';
import { renderComparedDamage } from './compared-damage.ts';
import { findPhotoPair } from './photo-pair.ts';

/** Compares an inspection with the earlier one of the same vehicle: decide, charge, sign. */
export class ComparePage extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    inspectionId: {},
    selected: { state: true },
  };

  declare inspectionId: string;
  /** Id of the damage whose photos are shown. Default: the first. */
  declare protected selected: string | undefined;
  readonly #thumbnails = new Thumbnails(this, () => this.app.kerbside);
  readonly #comparison = new LiveQuery(
    this,
    (changed) => onAnyEvent(this.app.kerbside, changed),
    async () => (await (await this.app.comparisons()).getOne(this.inspectionId)) ?? null,
  );

  protected override render(): TemplateResult {
    const { messages } = this;
    const { value, error } = this.#comparison;
    return html`<article class="compare">
      <a class="back always" href=${hrefOf(this.inspectionId, 'results')}>${messages.compare.back}</a>
      <header class="page-head"><h1>${messages.compare.title}</h1></header>
      ${error ? html`<div class="problem" role="alert">${renderError(error, messages)}</div>` : nothing}
      ${this.renderProblem()}
      ${
        value
          ? this.#renderComparison(value)
          : value === null
            ? html`<p class="quiet">${messages.compare.noRelated}</p>`
            : error
              ? nothing
              : renderProgress({ label: messages.compare.comparing, text: messages.compare.comparing })
      }
    </article>`;
  }

  #renderComparison(comparison: Comparison): TemplateResult {
    const { app } = this;
    const { compare } = this.messages;
    const { damages, entities, inspection, earlierInspection } = comparison;
    const vehicle = entities.vehicles[inspection.vehicle ?? ''];
    const shown = damages.find((one) => idOf(one) === this.selected) ?? damages[0];
    return html`<p class="quiet">
        ${getVehicleTitle(vehicle, this.messages)} ·
        ${compare.between(app.names.moment(earlierInspection.createdAt), app.names.moment(inspection.createdAt))}
      </p>
      <div class="compare-columns">
        <div>${shown ? this.#renderPhotos(comparison, shown) : nothing}</div>
        <div class="sections">
          ${renderCard('sum', compare.sum, this.#renderSum(comparison))}
          ${renderCard(
            'damages',
            compare.damages(damages.length),
            damages.length === 0
              ? html`<p class="quiet">${compare.none}</p>`
              : html`<ul class="lines">
                  ${damages.map((damage) =>
                    renderComparedDamage({
                      app,
                      damage,
                      isSelected: damage === shown,
                      select: () => {
                        this.selected = idOf(damage);
                      },
                      decide: (status, charged) => this.#decide(damage, status, charged),
                    }),
                  )}
                </ul>`,
          )}
          ${renderCard('signature', compare.signature, this.#renderSignature(comparison))}
        </div>
      </div>`;
  }

  #renderPhotos(comparison: Comparison, damage: ReviewedDamage): TemplateResult {
    const { compare } = this.messages;
    const pair = findPhotoPair(comparison, damage, this.#thumbnails.source, compare);
    if (!pair) return html`<p class="quiet">${compare.noPhoto}</p>`;
    if ('waiting' in pair) return html`<p class="quiet" role="status">${compare.loadingPhotos}</p>`;
    return html`<app-photo-slider
        .earlier=${pair.earlier}
        .later=${pair.later}
        .mapping=${pair.mapping}
        .label=${compare.slider}
      ></app-photo-slider>
      <p class="slider-names"><span>${compare.earlier}</span><span>${compare.later}</span></p>
      ${pair.isAligned ? nothing : html`<p class="quiet">${compare.notAligned}</p>`}`;
  }

  #renderSum({ charges, damages }: Comparison): TemplateResult {
    const { compare } = this.messages;
    const { total, currency, unpriced } = charges;
    const open = damages.filter(({ decidedBy }) => decidedBy === 'model').length;
    return html`<p class="sum">${currency ? this.app.names.money(total, currency) : '–'}</p>
      <p class="quiet">
        ${[
          compare.counts(damages.filter(({ isCharged }) => isCharged).length),
          ...(unpriced > 0 ? [compare.unpriced(unpriced)] : []),
          ...(open > 0 ? [compare.toConfirm(open)] : [compare.allConfirmed]),
        ].join(' · ')}
      </p>`;
  }

  #renderSignature({ signature, damages }: Comparison): TemplateResult {
    const { compare } = this.messages;
    const isOpen = damages.some(({ status }) => status === 'unclear');
    const signed = signature
      ? html`<p class=${signature.isValid ? '' : 'warning'} role="status">
          ${
            signature.isValid
              ? compare.signed(signature.name, this.app.names.moment(signature.signedAt))
              : compare.signedBefore(signature.name)
          }
        </p>`
      : nothing;
    if (signature?.isValid)
      return html`${signed}<p class="seal"><small>SHA-256 ${signature.seal}</small></p>`;
    return html`${signed}
      ${isOpen ? html`<p class="quiet">${compare.decideFirst}</p>` : nothing}
      <kerbside-signature
        lang=${this.app.language}
        ?disabled=${isOpen}
        @sign=${({ detail }: CustomEvent<SignDetail>) =>
          this.attempt(async () => (await this.app.comparisons()).sign(this.inspectionId, detail))}
      ></kerbside-signature>`;
  }

  #decide({ before, after }: ReviewedDamage, status: DecidedStatus, charged?: boolean): Promise<boolean> {
    return this.attempt(async () =>
      (await this.app.comparisons()).decide(this.inspectionId, {
        ...(after && { damageId: after.id }),
        // A damage that is new has no counterpart.
        ...(before && status !== 'new' && { earlierDamageId: before.id }),
        status,
        ...(charged !== undefined && { charged }),
      }),
    );
  }
}

function idOf({ after, before }: ReviewedDamage): string | undefined {
  return after?.id ?? before?.id;
}
