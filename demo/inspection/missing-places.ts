import type { Image } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import { choosePart } from '../common/choose-part.ts';
import { type LoadedInspection, listDamages, listImages, listViews } from '../common/loaded-inspection.ts';
import { proposePart } from '../common/place.ts';
import { StepElement } from './step-element.ts';

/** Asks where a photo was taken if damages on it have no part: once per photo, not once per damage. */
export class MissingPlaces extends StepElement {
  protected override render(): TemplateResult | typeof nothing {
    const [first, ...others] = listPhotosWithoutPlace(this.loaded);
    if (!first || this.isDeleted) return nothing;
    const { messages } = this;
    return html`<section class="card place-card" aria-labelledby="missing-place">
      ${this.#renderPhoto(first)}
      <div class="place-text">
        <h2 id="missing-place">${messages.place.question}</h2>
        <p class="quiet">${messages.place.reason(first.damageIds.length, others.length)}</p>
        <div class="actions">
          <button type="button" @click=${() => this.#ask(first)}>${messages.place.show}</button>
        </div>
        ${this.renderProblem()}
      </div>
    </section>`;
  }

  #renderPhoto({ image }: PhotoWithoutPlace): TemplateResult {
    const thumbnail = this.thumbnails.get(image.id);
    const photo = thumbnail && 'photo' in thumbnail ? thumbnail.photo : undefined;
    return html`<kerbside-photo
      thumbnail
      class="place-photo"
      .photo=${photo}
      .width=${image.imageWidth}
      .height=${image.imageHeight}
      .views=${listViews(this.loaded, { imageId: image.id })}
      .damages=${listDamages(this.loaded)}
    ></kerbside-photo>`;
  }

  async #ask(photo: PhotoWithoutPlace): Promise<void> {
    const part = await choosePart(this.app, {
      title: this.messages.place.question,
      picture: this.#renderPhoto(photo),
      selected: proposePart(photo.image),
    });
    if (!part) return;
    await this.attempt(async () => {
      for (const damageId of photo.damageIds)
        await this.app.kerbside.damages.correctOne(this.inspectionId, damageId, { partType: part });
    });
  }
}

interface PhotoWithoutPlace {
  image: Image;
  /** The damages on it that have no part. */
  damageIds: string[];
}

/** Returns the photos with damages that have no part. A damage on several photos counts for the first. */
function listPhotosWithoutPlace(loaded: LoadedInspection): PhotoWithoutPlace[] {
  const unplaced = new Set(
    listDamages(loaded)
      .filter(({ partType }) => partType === 'ignore')
      .map(({ id }) => id),
  );
  return listImages(loaded).flatMap((image) => {
    const views = listViews(loaded, { imageId: image.id });
    const damageIds = [...new Set(views.map(({ damageId }) => damageId))].filter((id) => unplaced.delete(id));
    return damageIds.length > 0 ? [{ image, damageIds }] : [];
  });
}
