import { type Damage, type Image, isKerbsideError, type View } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { getImageTitle } from '../common/loaded-inspection.ts';
import { renderFileButton } from '../common/templates.ts';
import type { Thumbnail } from '../common/thumbnails.ts';
import { getPhotoQuality } from './photo-quality.ts';

interface PhotoTile {
  app: App;
  image: Image;
  thumbnail: Thumbnail | undefined;
  views: readonly View[];
  damages: readonly Damage[];
  /** No task of this photo has started. */
  canChange: boolean;
  open(): void;
  remove?: (() => void) | undefined;
  retake?: (photo: File) => void;
  /** Asks which part the photo shows. */
  setPlace?: (() => void) | undefined;
}

/** Renders a thumbnail with its damages and, while it can be retaken, its quality. */
export function renderPhotoTile(tile: PhotoTile): TemplateResult {
  const { app, image, views, canChange, open, remove, setPlace } = tile;
  const { messages, names, language } = app;
  const title = getImageTitle(image, language);
  const damageCount = views.length > 0 ? messages.damages(views.length) : '';
  const description = [describeMissing(tile), damageCount].filter(Boolean).join(', ');
  const size = `${image.imageWidth}\u00a0×\u00a0${image.imageHeight}`;
  return html`<li class="tile">
    <button type="button" class="frame" aria-label=${messages.capture.open(title, description)} @click=${open}>
      ${renderPhoto(tile)} ${damageCount ? html`<span class="found">${damageCount}</span>` : nothing}
    </button>
    <p class="tile-name" title=${title}>${title}</p>
    ${canChange ? html`<p class="quiet">${size} · ${names.bytes(image.binarySize)}</p>` : nothing} ${renderVerdict(tile)}
    ${
      setPlace && canChange
        ? html`<button type="button" class="secondary small" aria-label=${messages.place.set(title)} @click=${setPlace}>
            ${messages.place.unknown}
          </button>`
        : nothing
    }
    ${
      remove
        ? html`<button type="button" class="remove" aria-label=${messages.capture.remove(title)} @click=${remove}>
            ×
          </button>`
        : nothing
    }
  </li>`;
}

function renderPhoto(tile: PhotoTile): TemplateResult | typeof nothing {
  const { image, thumbnail, views, damages } = tile;
  if (!thumbnail) return nothing;
  if ('error' in thumbnail) return html`<span class="quiet">${describeMissing(tile)}</span>`;
  return html`<kerbside-photo
    thumbnail
    .photo=${thumbnail.photo}
    .width=${image.imageWidth}
    .height=${image.imageHeight}
    .views=${views}
    .damages=${damages}
  ></kerbside-photo>`;
}

function renderVerdict({ app, image, canChange, retake }: PhotoTile): TemplateResult | typeof nothing {
  const { messages } = app;
  const quality = getPhotoQuality(image, messages);
  if (!canChange) return nothing; // it can no longer be retaken
  return html`<div class="verdict" data-verdict=${quality.verdict}>
    <p role="status">${quality.text}</p>
    ${
      quality.verdict === 'bad' && canChange && retake
        ? renderFileButton({
            label: messages.capture.retakeNamed(image.name),
            text: messages.capture.retake,
            className: 'secondary small',
            camera: true,
            onFiles: ([photo]) => photo && retake(photo),
          })
        : nothing
    }
  </div>`;
}

/** Returns why the photo cannot be shown; empty if it can. */
function describeMissing({ thumbnail, image, app }: PhotoTile): string {
  const { capture } = app.messages;
  if (!thumbnail || !('error' in thumbnail)) return '';
  if (isKerbsideError(thumbnail.error, 'photo_damaged')) return capture.corrupt;
  return capture.noPreview(image.mimetype.replace('image/', '').toUpperCase());
}
