import { PART_TYPES, type PartType } from 'kerbside';
import type { PartSelectDetail } from 'kerbside/elements';
import { html, nothing, render, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { showDialog } from './dialogs.ts';

interface PartQuestion {
  title: string;
  /** The subject of the question, for example the photo. */
  picture?: TemplateResult | undefined;
  /** The part to propose. */
  selected?: PartType | undefined;
}

/** Parts that a user cannot point at. */
const NOT_A_PLACE: readonly PartType[] = ['ignore', 'background'];

/**
 * Asks for a part of the car: by a tap on the diagram, or from a list.
 *
 * @returns undefined if the user closes the dialog.
 */
export async function choosePart(
  { language, messages, names }: Pick<App, 'language' | 'messages' | 'names'>,
  { title, picture, selected }: PartQuestion,
): Promise<PartType | undefined> {
  const dialog = document.createElement('dialog');
  dialog.className = 'choose-part';
  dialog.setAttribute('aria-labelledby', 'choose-part-title');
  const answer = (part: string) => dialog.close(part);
  const parts = PART_TYPES.filter((part) => !NOT_A_PLACE.includes(part))
    .map((part) => ({ part, name: names.part(part) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  render(
    html`<header>
        <h2 id="choose-part-title">${title}</h2>
        <button type="button" class="round" aria-label=${messages.close} @click=${() => dialog.close()}>×</button>
      </header>
      <div class="choose-part-body">
        ${picture ?? nothing}
        <kerbside-car
          choosing
          lang=${language}
          .selected=${selected}
          @part-select=${({ detail }: CustomEvent<PartSelectDetail>) => answer(detail.partType)}
        ></kerbside-car>
      </div>
      <form
        method="dialog"
        class="choose-part-list"
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          answer(String(new FormData(event.currentTarget as HTMLFormElement).get('part') ?? ''));
        }}
      >
        <select name="part" aria-label=${messages.place.fromList} required>
          <option value="">${messages.place.fromList}</option>
          ${parts.map(
            ({ part, name }) => html`<option value=${part} ?selected=${part === selected}>${name}</option>`,
          )}
        </select>
        <button class="secondary">${messages.place.use}</button>
      </form>`,
    dialog,
  );
  const chosen = await showDialog(dialog);
  return PART_TYPES.find((part) => part === chosen);
}
