import { compareInspections, type Damage, type InspectionComparison } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { damageRow } from '../inspection/damage-row.ts';
import { AppElement } from '../parts/app-element.ts';
import { onAnyEvent } from '../parts/events.ts';
import { problemText } from '../parts/in-words.ts';
import { Live } from '../parts/live.ts';
import { type Shown, shownOf, vehicleOf, viewsOf } from '../parts/shown.ts';
import { card, vehicleTitle } from '../parts/templates.ts';
import { Thumbnails } from '../parts/thumbnails.ts';
import { hrefOf } from '../shell/route.ts';

interface Pair {
  before: Shown;
  after: Shown;
  comparison: InspectionComparison;
}

/** What is new on a vehicle since the inspection that this one follows. */
export class ComparePage extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    inspectionId: {},
  };

  declare inspectionId: string;
  readonly #thumbnails = new Thumbnails(this, () => this.app.kerbside);
  readonly #pair = new Live(
    this,
    (changed) => onAnyEvent(this.app.kerbside, changed),
    () => this.#load(),
  );

  protected override render(): TemplateResult {
    const { words } = this;
    const { value, error } = this.#pair;
    return html`<article>
      <a class="back always" href=${hrefOf(this.inspectionId, 'results')}>${words.compare.back}</a>
      <header class="page-head"><h1>${words.compare.title}</h1></header>
      ${error ? html`<div class="problem" role="alert">${problemText(error, words)}</div>` : nothing}
      ${value ? this.#compared(value) : error ? nothing : html`<p class="quiet">${words.compare.noRelated}</p>`}
    </article>`;
  }

  #compared({ before, after, comparison }: Pair): TemplateResult {
    const { compare } = this.words;
    const { names } = this.app;
    const { unclear } = comparison;
    const when = ({ inspection }: Shown) => names.moment(inspection.createdAt);
    const group = (
      id: string,
      title: string,
      of: Shown,
      damages: readonly Damage[],
      none: string,
      note = '',
    ) =>
      card(
        id,
        `${title} (${damages.length})`,
        note && damages.length > 0 ? html`<p class="quiet">${note}</p>` : nothing,
        damages.length === 0
          ? html`<p class="quiet">${none}</p>`
          : html`<ul class="lines compared">
              ${damages.map((damage) => this.#damage(of, damage))}
            </ul>`,
      );
    return html`
      <p class="quiet">
        ${vehicleTitle(vehicleOf(after), this.words)} · ${compare.between(when(before), when(after))}
      </p>
      <div class="sections">
        ${group('added', compare.added, after, comparison.added, compare.nothingNew)}
        ${
          unclear.after.length === 0
            ? nothing
            : [
                group('unclear', compare.unclear, after, unclear.after, '', compare.unclearNote),
                group('unclear-then', compare.unclearThen, before, unclear.before, '', compare.unclearNote),
              ]
        }
        ${group(
          'kept',
          compare.kept,
          after,
          comparison.kept.map(([, damage]) => damage),
          compare.none,
        )}
        ${group('gone', compare.gone, before, comparison.gone, compare.none, compare.goneNote)}
      </div>
    `;
  }

  #damage(shown: Shown, damage: Damage): TemplateResult {
    const [view] = viewsOf(shown, { damageId: damage.id });
    const image = view && shown.entities.images[view.imageId];
    const thumbnail = image && this.#thumbnails.source.of(image.id);
    return html`<li>
      ${
        image && thumbnail && 'picture' in thumbnail
          ? html`<kerbside-photo
              thumbnail
              .photo=${thumbnail.picture}
              .width=${image.imageWidth}
              .height=${image.imageHeight}
              .views=${[view]}
              .damages=${[damage]}
            ></kerbside-photo>`
          : html`<span class="no-photo">${this.words.compare.noPhoto}</span>`
      }
      <ul>
        ${damageRow({ app: this.app, damage, withPart: true })}
      </ul>
    </li>`;
  }

  async #load(): Promise<Pair | undefined> {
    const { inspections } = this.app.kerbside;
    const after = shownOf(await inspections.getOne(this.inspectionId));
    const { relatedInspectionId } = after.inspection;
    if (!relatedInspectionId) return undefined;
    const before = shownOf(await inspections.getOne(relatedInspectionId));
    return { before, after, comparison: compareInspections(before.entities, after.entities) };
  }
}
