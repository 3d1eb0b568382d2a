import type { Damage, Image } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { findBestView } from '../common/damage-crop.ts';
import { renderError } from '../common/error-text.ts';
import {
  getImageTitle,
  getVehicle,
  type LoadedInspection,
  listDamages,
  listImages,
  listViews,
} from '../common/loaded-inspection.ts';
import { saveFile, toFileName } from '../common/save-file.ts';
import { getVehicleTitle, renderCard } from '../common/templates.ts';
import { Thumbnails } from '../common/thumbnails.ts';
import { renderReadings } from '../inspection/readings.ts';
import { renderVerdict } from '../inspection/verdict.ts';
import { type FleetApp, FleetElement } from './fleet-app.ts';
import { renderFleetDamages } from './fleet-damages.ts';

/** One inspection, read only: verdict on the car, damages, photos, readings, PDF. */
export class FleetInspection extends FleetElement {
  static override properties: PropertyDeclarations = {
    ...FleetElement.properties,
    inspectionId: { attribute: false },
    loaded: { state: true },
    opened: { state: true },
    problem: { state: true },
    isMakingPdf: { state: true },
  };

  declare inspectionId: string;
  declare protected loaded: LoadedInspection | undefined;
  /** The photo in the dialog. */
  declare protected opened: { image: Image; photo: Blob; damageId: string | undefined } | undefined;
  declare protected problem: unknown;
  declare protected isMakingPdf: boolean;
  readonly #thumbnails = new Thumbnails(this, () => this.app.client);

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#attempt(async () => {
      this.loaded = await this.app.client.get(this.inspectionId);
    });
  }

  protected override render(): TemplateResult {
    const { app, loaded } = this;
    return html`<a class="back" href="#/">${app.fleet.back}</a>
      <div role="alert" class="problem-area">
        ${this.problem === undefined ? nothing : html`<div class="problem">${renderError(this.problem, app.messages)}</div>`}
      </div>
      ${loaded ? this.#renderLoaded(loaded) : html`<p class="quiet" role="status">${this.problem === undefined ? app.fleet.loading : ''}</p>`}
      ${this.#renderDialog()}`;
  }

  #renderLoaded(loaded: LoadedInspection): TemplateResult {
    const { app, isMakingPdf } = this;
    const { fleet, messages } = app;
    const title = getVehicleTitle(getVehicle(loaded), messages);
    return html`<div class="page-head fleet-head">
        <h1>${title}</h1>
        <button type="button" class="secondary" ?disabled=${isMakingPdf} @click=${() => this.#savePdf(title)}>
          ${isMakingPdf ? fleet.makingPdf : fleet.pdf}
        </button>
      </div>
      <div class="fleet-results">
        <div class="results-side">
          ${renderVerdict({ app, loaded, explain: fleet.explain, toReview: 0, review: () => {}, selectPart: ({ partType }) => this.#showPart(partType) })}
          ${renderFleetDetails(app, loaded)}
        </div>
        <div class="results-main">
          ${renderFleetDamages(app, loaded, this.#thumbnails.source, (damage) => this.#openDamage(loaded, damage))}
          ${renderCard('photos', fleet.photos, this.#renderPhotos(loaded))}
          ${renderReadings(app, loaded)}
        </div>
      </div>`;
  }

  #renderPhotos(loaded: LoadedInspection): TemplateResult {
    const { fleet, language } = this.app;
    const images = listImages(loaded);
    if (images.length === 0) return html`<p class="quiet">${fleet.noPhotos}</p>`;
    return html`<ul class="tiles">
      ${images.map((image) => {
        const title = getImageTitle(image, language);
        const thumbnail = this.#thumbnails.source.get(image.id);
        return html`<li class="tile">
          <button type="button" class="frame" aria-label=${fleet.openPhoto(title)} @click=${() => this.#open(image)}>
            ${
              thumbnail && 'photo' in thumbnail
                ? html`<kerbside-photo
                    thumbnail
                    .photo=${thumbnail.photo}
                    .width=${image.imageWidth}
                    .height=${image.imageHeight}
                    .views=${listViews(loaded, { imageId: image.id })}
                    .damages=${listDamages(loaded)}
                  ></kerbside-photo>`
                : nothing
            }
          </button>
          <p class="tile-name" title=${title}>${title}</p>
        </li>`;
      })}
    </ul>`;
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { app, loaded, opened } = this;
    if (!opened || !loaded) return nothing;
    const { image, photo, damageId } = opened;
    const title = getImageTitle(image, app.language);
    return html`<dialog
      class="fleet-photo"
      aria-label=${title}
      @close=${() => {
        this.opened = undefined;
      }}
    >
      <div class="fleet-photo-head">
        <h2>${title}</h2>
        <form method="dialog"><button class="secondary small">${app.fleet.close}</button></form>
      </div>
      <kerbside-photo
        lang=${app.language}
        .photo=${photo}
        .width=${image.imageWidth}
        .height=${image.imageHeight}
        .views=${listViews(loaded, { imageId: image.id })}
        .damages=${listDamages(loaded)}
        .selected=${damageId}
      ></kerbside-photo>
    </dialog>`;
  }

  #openDamage(loaded: LoadedInspection, damage: Damage): void {
    const view = findBestView(loaded, damage);
    const image = view && loaded.entities.images[view.imageId];
    if (image) void this.#open(image, damage.id);
  }

  async #open(image: Image, damageId?: string): Promise<void> {
    await this.#attempt(async () => {
      const { bytes, type } = await this.app.client.images.photo(image.id);
      this.opened = { image, photo: new Blob([bytes], { type }), damageId };
      await this.updateComplete;
      this.querySelector('dialog')?.showModal();
    });
  }

  #showPart(partType: string): void {
    const heading = this.querySelector<HTMLElement>(`#part-${CSS.escape(partType)}`);
    heading?.scrollIntoView({ block: 'center' });
    heading?.closest('section')?.querySelector<HTMLElement>('.damage-card')?.focus({ preventScroll: true });
  }

  async #savePdf(title: string): Promise<void> {
    this.isMakingPdf = true;
    await this.#attempt(async () => {
      saveFile(await this.app.client.report(this.inspectionId, this.app.language), toFileName(title, 'pdf'));
    });
    this.isMakingPdf = false;
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.problem = undefined;
    try {
      await work();
    } catch (error) {
      this.problem = error;
      this.dispatchEvent(new CustomEvent('fleet-failure', { detail: error, bubbles: true }));
    }
  }
}

/** Renders vehicle, inspector, time and the earlier inspection. */
function renderFleetDetails({ fleet, names, language }: FleetApp, loaded: LoadedInspection): TemplateResult {
  const { inspection } = loaded;
  const { plate, vin, mileage, color } = getVehicle(loaded) ?? {};
  const related = inspection.relatedInspectionId;
  const facts: [string, unknown][] = [
    [fleet.facts.plate, plate],
    [fleet.facts.vin, vin],
    [fleet.facts.mileage, mileage && `${mileage.value.toLocaleString(language)} ${mileage.unit}`],
    [fleet.facts.color, color],
    [fleet.facts.inspector, inspection.ownerId],
    [fleet.facts.created, names.moment(inspection.createdAt)],
    [fleet.facts.earlier, related && html`<a href=${`#/inspections/${related}`}>${fleet.openEarlier}</a>`],
    [fleet.facts.id, inspection.id],
  ];
  return renderCard(
    'details',
    fleet.details,
    html`<dl class="pairs">
      ${facts.filter(([, value]) => value).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>`,
  );
}
