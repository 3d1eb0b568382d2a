import type { DecidedStatus } from 'kerbside';
import type { Comparison, ReviewedDamage } from 'kerbside/compare';
import { defineElements, findDiagramPart, type PartSelectDetail, type SignDetail } from 'kerbside/elements';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { renderDamageCrop } from '../common/damage-crop.ts';
import { renderError } from '../common/error-text.ts';
import { MediaQuery } from '../common/media-query.ts';
import { hrefOf } from '../common/route.ts';
import { getVehicleTitle, renderCard, renderProgress } from '../common/templates.ts';
import { Thumbnails } from '../common/thumbnails.ts';
import { renderComparedCar, renderSignature, renderSum } from './compare-cards.ts';
import { renderComparedDamage } from './compared-damage.ts';
import { findPhotoPair, hasPhotoPair } from './photo-pair.ts';
import { PhotoSlider } from './photo-slider.ts';

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
  /** Two columns. As in compare.css. Only the car moves: what a user entered must stay where it is. */
  readonly #isWide = new MediaQuery(this, '(min-width: 900px)');
  readonly #thumbnails = new Thumbnails(this, () => this.app.kerbside);
  readonly #comparison = this.follow(
    async () => (await (await this.app.comparisons()).getOne(this.inspectionId)) ?? null,
  );

  protected override render(): TemplateResult {
    const { messages } = this;
    const { data, error } = this.#comparison.snapshot;
    return html`<article class="compare">
      <a class="back always" href=${hrefOf(this.inspectionId, 'results')}>${messages.compare.back}</a>
      <header class="page-head"><h1>${messages.compare.title}</h1></header>
      ${error ? html`<div class="problem" role="alert">${renderError(error, messages)}</div>` : nothing}
      ${this.renderProblem()}
      ${
        data
          ? this.#renderComparison(data)
          : data === null
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
    const { damages, entities, inspection, earlierInspection, isKnown } = comparison;
    const vehicle = entities.vehicles[inspection.vehicle ?? ''];
    const shown = damages.find((one) => idOf(one) === this.selected) ?? damages[0];
    const car = renderComparedCar(app, comparison, (part) => this.#selectPart(comparison, part));
    const isWide = this.#isWide.matches;
    const signature = renderCard(
      'signature',
      compare.signature,
      renderSignature({
        app,
        comparison,
        sign: (detail: SignDetail) =>
          this.attempt(async () => (await app.comparisons()).sign(this.inspectionId, detail)),
      }),
    );
    return html`<p class="quiet">
        ${getVehicleTitle(vehicle, this.messages)} ·
        ${compare.between(app.names.moment(earlierInspection.createdAt), app.names.moment(inspection.createdAt))}
      </p>
      <div class="compare-columns">
        <div class="sections compare-photos">
          ${shown ? this.#renderPhotos(comparison, shown) : nothing} ${isWide ? car : nothing}
        </div>
        <div class="sections">
          ${renderCard('sum', compare.sum, renderSum(app, comparison))}
          ${isKnown || damages.length > 0 ? this.#renderDamages(comparison, shown) : nothing}
          ${isWide ? nothing : car} ${signature}
        </div>
      </div>`;
  }

  #renderDamages(comparison: Comparison, shown: ReviewedDamage | undefined): TemplateResult {
    const { app } = this;
    const { compare } = this.messages;
    const { damages } = comparison;
    return renderCard(
      'damages',
      damages.length === 0 ? compare.noDamages : compare.damages(damages.length),
      damages.length === 0
        ? html`<p class="quiet">${compare.none}</p>`
        : html`<ul class="compared">
            ${damages.map((damage) =>
              renderComparedDamage({
                app,
                damage,
                crop: this.#renderCrop(comparison, damage),
                price: this.#formatPrice(comparison, damage),
                isFromPhotos: hasPhotoPair(comparison, damage),
                isSelected: damage === shown,
                select: () => {
                  this.selected = idOf(damage);
                },
                decide: (status, charged) => this.#decide(damage, status, charged),
              }),
            )}
          </ul>`,
    );
  }

  #renderCrop(comparison: Comparison, { before, after }: ReviewedDamage): unknown {
    const { inspection, entities, earlierInspection, earlierEntities } = comparison;
    const loaded = after
      ? { inspection, entities }
      : { inspection: earlierInspection, entities: earlierEntities };
    const damage = after ?? before;
    return damage ? renderDamageCrop(loaded, damage, this.#thumbnails.source) : nothing;
  }

  /** The price of a part stands beside its first damage only: it is charged once. */
  #formatPrice({ damages, charges, entities }: Comparison, damage: ReviewedDamage): string | undefined {
    const id = damage.after?.id;
    if (!damage.isCharged || id === undefined || !charges.currency) return undefined;
    const charge = charges.parts.find(({ partId }) =>
      entities.parts[partId]?.partOperation?.damageIds.includes(id),
    );
    const onPart = entities.parts[charge?.partId ?? '']?.partOperation?.damageIds ?? [];
    const first = damages.find(({ isCharged, after }) => isCharged && after && onPart.includes(after.id));
    return charge && first === damage ? this.app.names.money(charge.amount, charges.currency) : undefined;
  }

  #renderPhotos(comparison: Comparison, damage: ReviewedDamage): TemplateResult {
    const { compare } = this.messages;
    const pair = findPhotoPair(comparison, damage, this.#thumbnails.source, compare);
    if (!pair) return html`<p class="quiet">${compare.noPhoto}</p>`;
    if ('waiting' in pair) return html`<p class="quiet" role="status">${compare.loadingPhotos}</p>`;
    return html`<div>
      <app-photo-slider
        .earlier=${pair.earlier}
        .later=${pair.later}
        .mapping=${pair.mapping}
        .start=${pair.start}
        .label=${compare.slider}
      ></app-photo-slider>
      <p class="slider-names"><span>${compare.earlier}</span><span>${compare.later}</span></p>
      ${pair.isAligned ? nothing : html`<p class="quiet">${compare.notAligned}</p>`}
    </div>`;
  }

  #selectPart({ damages }: Comparison, { partType }: PartSelectDetail): void {
    const isThere = ({ after, before }: ReviewedDamage) =>
      findDiagramPart((after ?? before)?.partType ?? 'ignore')?.partType === partType;
    const found = damages.find(isThere);
    if (found) this.selected = idOf(found);
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

export function definePage(): void {
  defineElements();
  customElements.define('app-compare', ComparePage);
  customElements.define('app-photo-slider', PhotoSlider);
}
