import { type ComparedDamage, compareInspections, type Damage } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { renderError } from '../common/error-text.ts';
import { onAnyEvent } from '../common/events.ts';
import { LiveQuery } from '../common/live-query.ts';
import {
  getVehicle,
  type LoadedInspection,
  listViews,
  toLoadedInspection,
} from '../common/loaded-inspection.ts';
import { getVehicleTitle, renderCard } from '../common/templates.ts';
import { Thumbnails } from '../common/thumbnails.ts';
import { renderDamageRow } from '../inspection/damage-row.ts';
import { hrefOf } from '../shell/route.ts';

interface Pair {
  before: LoadedInspection;
  after: LoadedInspection;
  comparison: readonly ComparedDamage[];
}

/** Compares an inspection with the earlier one of the same vehicle. */
export class ComparePage extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    inspectionId: {},
  };

  declare inspectionId: string;
  readonly #thumbnails = new Thumbnails(this, () => this.app.kerbside);
  readonly #pair = new LiveQuery(
    this,
    (changed) => onAnyEvent(this.app.kerbside, changed),
    () => this.#load(),
  );

  protected override render(): TemplateResult {
    const { messages } = this;
    const { value, error } = this.#pair;
    return html`<article>
      <a class="back always" href=${hrefOf(this.inspectionId, 'results')}>${messages.compare.back}</a>
      <header class="page-head"><h1>${messages.compare.title}</h1></header>
      ${error ? html`<div class="problem" role="alert">${renderError(error, messages)}</div>` : nothing}
      ${value ? this.#renderComparison(value) : error ? nothing : html`<p class="quiet">${messages.compare.noRelated}</p>`}
    </article>`;
  }

  #renderComparison({ before, after, comparison }: Pair): TemplateResult {
    const { compare } = this.messages;
    const { names } = this.app;
    const list = (wanted: ComparedDamage['status'], key: 'before' | 'after') =>
      comparison.flatMap((one) => (one.status === wanted && one[key]) || []);
    const unclear = { before: list('unclear', 'before'), after: list('unclear', 'after') };
    const formatDate = ({ inspection }: LoadedInspection) => names.moment(inspection.createdAt);
    const renderGroup = (
      id: string,
      title: string,
      from: LoadedInspection,
      damages: readonly Damage[],
      none: string,
      note = '',
    ) =>
      renderCard(
        id,
        `${title} (${damages.length})`,
        note && damages.length > 0 ? html`<p class="quiet">${note}</p>` : nothing,
        damages.length === 0
          ? html`<p class="quiet">${none}</p>`
          : html`<ul class="lines compared">
              ${damages.map((damage) => this.#renderDamage(from, damage))}
            </ul>`,
      );
    return html`
      <p class="quiet">
        ${getVehicleTitle(getVehicle(after), this.messages)} · ${compare.between(formatDate(before), formatDate(after))}
      </p>
      <div class="sections">
        ${renderGroup('added', compare.added, after, [...list('new', 'after'), ...list('worse', 'after')], compare.nothingNew)}
        ${
          unclear.after.length === 0
            ? nothing
            : [
                renderGroup('unclear', compare.unclear, after, unclear.after, '', compare.unclearNote),
                renderGroup(
                  'unclear-then',
                  compare.unclearEarlier,
                  before,
                  unclear.before,
                  '',
                  compare.unclearNote,
                ),
              ]
        }
        ${renderGroup('kept', compare.kept, after, list('same', 'after'), compare.none)}
        ${renderGroup('gone', compare.gone, before, list('gone', 'before'), compare.none, compare.goneNote)}
      </div>
    `;
  }

  #renderDamage(loaded: LoadedInspection, damage: Damage): TemplateResult {
    const [view] = listViews(loaded, { damageId: damage.id });
    const image = view && loaded.entities.images[view.imageId];
    const thumbnail = image && this.#thumbnails.source.get(image.id);
    return html`<li>
      ${
        image && thumbnail && 'photo' in thumbnail
          ? html`<kerbside-photo
              thumbnail
              .photo=${thumbnail.photo}
              .width=${image.imageWidth}
              .height=${image.imageHeight}
              .views=${[view]}
              .damages=${[damage]}
            ></kerbside-photo>`
          : html`<span class="no-photo">${this.messages.compare.noPhoto}</span>`
      }
      <ul>
        ${renderDamageRow({ app: this.app, damage, showsPart: true })}
      </ul>
    </li>`;
  }

  async #load(): Promise<Pair | undefined> {
    const { inspections } = this.app.kerbside;
    const after = toLoadedInspection(await inspections.getOne(this.inspectionId));
    const { relatedInspectionId } = after.inspection;
    if (!relatedInspectionId) return undefined;
    const before = toLoadedInspection(await inspections.getOne(relatedInspectionId));
    return { before, after, comparison: compareInspections(before.entities, after.entities) };
  }
}
