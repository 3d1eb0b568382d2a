import { type Entities, type Inspection, isKerbsideError, type Kerbside } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { AppElement } from '../common/app-element.ts';
import { showNotice } from '../common/dialogs.ts';
import { renderError } from '../common/error-text.ts';
import { renderIcon } from '../common/icon.ts';
import { goTo, hrefOf } from '../common/route.ts';
import { renderFileButton } from '../common/templates.ts';
import { Thumbnails } from '../common/thumbnails.ts';
import { renderInspectionRow } from './inspection-row.ts';

const PAGE_SIZE = 50;

/** Lists the inspections on this device, newest first, and follows changes in this tab and others. */
export class InspectionList extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    current: {},
  };

  /** Id of the inspection that is open. */
  declare current: string;
  #count = PAGE_SIZE;
  #showDeleted = false;
  readonly #thumbnails = new Thumbnails(this, () => this.app.kerbside);
  readonly #list = this.follow(() => loadNewest(this.app.kerbside, this.#count, this.#showDeleted));

  protected override render(): TemplateResult {
    const { messages } = this;
    const { data, error } = this.#list.snapshot;
    return html`<nav aria-label=${messages.list.title}>
      <div class="list-head">
        <h2>${messages.list.title}</h2>
        <a class="button" href="#/new">${renderIcon('plus')}${messages.list.create}</a>
      </div>
      ${this.renderProblem()} ${error ? html`<div class="problem">${renderError(error, messages)}</div>` : nothing}
      ${data?.inspections.length === 0 ? html`<p class="empty">${messages.list.none}</p>` : nothing}
      <ul class="rows">
        ${data ? this.#renderRows(data) : nothing}
      </ul>
      ${
        data?.hasMore
          ? html`<button type="button" class="secondary" @click=${this.#showMore}>${messages.list.more}</button>`
          : nothing
      }
      <div class="list-foot">
        ${renderFileButton({
          label: messages.list.import,
          accept: '.zip,application/zip',
          className: 'secondary',
          onFiles: ([zip]) => zip && this.#import(zip),
        })}
        ${
          data?.hasAny
            ? html`<label class="check">
                <input type="checkbox" @change=${this.#toggleDeleted} />${messages.list.showDeleted}
              </label>`
            : nothing
        }
      </div>
    </nav>`;
  }

  #renderRows({ inspections, entities, unsent }: NewestInspections) {
    return repeat(
      inspections,
      ({ id }) => id,
      (inspection) =>
        html`<li>
          ${renderInspectionRow({
            app: this.app,
            inspection,
            entities,
            unsent: unsent[inspection.id] ?? 0,
            isCurrent: inspection.id === this.current,
            thumbnails: this.#thumbnails.source,
          })}
        </li>`,
    );
  }

  #showMore(): void {
    this.#count += PAGE_SIZE;
    this.#list.refresh();
  }

  #toggleDeleted({ currentTarget }: Event): void {
    this.#showDeleted = (currentTarget as HTMLInputElement).checked;
    this.#list.refresh();
  }

  /** Imports an inspection that was exported here or on another device. */
  async #import(zip: File): Promise<void> {
    await this.attempt(async () => {
      const { result, isCopy } = await this.app.kerbside.storage.import(zip);
      goTo(hrefOf(result));
      if (isCopy) await showNotice(this.messages.list.copy);
    });
  }
}

interface NewestInspections {
  inspections: Inspection[];
  entities: Entities;
  /** The number of unsent operations, by inspection. */
  unsent: Record<string, number>;
  hasMore: boolean;
  /** Whether there are any inspections, also deleted ones. */
  hasAny: boolean;
}

async function loadNewest(
  kerbside: Kerbside,
  count: number,
  showDeleted: boolean,
): Promise<NewestInspections> {
  let page = await kerbside.inspections.getMany({ verbose: 1, limit: PAGE_SIZE, showDeleted });
  const { entities } = page;
  const inspections = [...page.data];
  while (page.paging.next !== null && inspections.length < count) {
    const { after } = page.paging.cursors;
    page = await kerbside.inspections.getMany({ verbose: 1, limit: PAGE_SIZE, showDeleted, after });
    inspections.push(...page.data);
    for (const kind of Object.keys(entities) as (keyof Entities)[]) {
      Object.assign(entities[kind], page.entities[kind]);
    }
  }
  const unsent = await countUnsent(kerbside, inspections);
  const hasAny = inspections.length > 0 || (await kerbside.inspections.getMany({ limit: 1 })).data.length > 0;
  return { inspections, entities, unsent, hasMore: page.paging.next !== null, hasAny };
}

/** Returns nothing without a service: then nothing can be sent. */
async function countUnsent({ storage, sync }: Kerbside, inspections: readonly Inspection[]) {
  const unsent: Record<string, number> = {};
  if ((await storage.usage()).operations === 0) return unsent;
  try {
    for (const { id } of inspections) unsent[id] = (await sync.statusOf(id)).unsent;
  } catch (error) {
    if (!isKerbsideError(error, 'unsupported')) throw error;
  }
  return unsent;
}
