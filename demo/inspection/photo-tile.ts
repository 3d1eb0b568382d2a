import { type Damage, type Image, isKerbsideError, type View } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { imageTitle } from '../parts/shown.ts';
import { fileButton } from '../parts/templates.ts';
import type { Thumbnail } from '../parts/thumbnails.ts';
import { qualityOf } from './quality.ts';

export interface PhotoTile {
  app: App;
  image: Image;
  thumbnail: Thumbnail | undefined;
  views: readonly View[];
  damages: readonly Damage[];
  /** No task that rests on this photo has started. */
  canChange: boolean;
  open(): void;
  remove?: (() => void) | undefined;
  retake?: (photo: File) => void;
}

/** A photo in small: what is seen on it; and while it can still be taken again, whether it is good enough. */
export function photoTile(tile: PhotoTile): TemplateResult {
  const { app, image, views, canChange, open, remove } = tile;
  const { words, names, language } = app;
  const title = imageTitle(image, language);
  const found = views.length > 0 ? words.damages(views.length) : '';
  const shown = [missing(tile), found].filter(Boolean).join(', ');
  const size = `${image.imageWidth}\u00a0×\u00a0${image.imageHeight}`;
  return html`<li class="tile">
    <button type="button" class="frame" aria-label=${words.capture.open(title, shown)} @click=${open}>
      ${picture(tile)} ${found ? html`<span class="found">${found}</span>` : nothing}
    </button>
    <p class="tile-name" title=${title}>${title}</p>
    ${canChange ? html`<p class="quiet">${size} · ${names.bytes(image.binarySize)}</p>` : nothing} ${verdict(tile)}
    ${
      remove
        ? html`<button type="button" class="remove" aria-label=${words.capture.remove(title)} @click=${remove}>
            ×
          </button>`
        : nothing
    }
  </li>`;
}

function picture(tile: PhotoTile): TemplateResult | typeof nothing {
  const { image, thumbnail, views, damages } = tile;
  if (!thumbnail) return nothing;
  if ('error' in thumbnail) return html`<span class="quiet">${missing(tile)}</span>`;
  return html`<kerbside-photo
    thumbnail
    .photo=${thumbnail.picture}
    .width=${image.imageWidth}
    .height=${image.imageHeight}
    .views=${views}
    .damages=${damages}
  ></kerbside-photo>`;
}

function verdict({ app, image, canChange, retake }: PhotoTile): TemplateResult | typeof nothing {
  const { words } = app;
  const quality = qualityOf(image, words);
  if (!canChange && quality.verdict !== 'bad') return nothing;
  return html`<div class="verdict" data-verdict=${quality.verdict}>
    <p role="status">${quality.text}</p>
    ${
      quality.verdict === 'bad' && canChange && retake
        ? fileButton({
            label: words.capture.retakeNamed(image.name),
            text: words.capture.retake,
            className: 'secondary small',
            camera: true,
            chosen: ([photo]) => photo && retake(photo),
          })
        : nothing
    }
  </div>`;
}

/** What is said in place of a picture that can not be shown. */
function missing({ thumbnail, image, app }: PhotoTile): string {
  const { capture } = app.words;
  if (!thumbnail || !('error' in thumbnail)) return '';
  if (isKerbsideError(thumbnail.error, 'photo_damaged')) return capture.damaged;
  return capture.noPreview(image.mimetype.replace('image/', '').toUpperCase());
}
