import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { DeliveryReason } from '../../domain/delivery.ts';
import type { BlockedOperation, HoldReason, SyncStatus } from '../../domain/sync.ts';
import { isKerbsideError } from '../../errors.ts';
import type { Kerbside } from '../../kerbside.ts';
import type { StorageUsage } from '../../operations/storage.ts';
import { KerbsideElement } from '../kerbside-element.ts';
import { errorWords } from '../locales/error-messages.ts';
import { languageOf } from '../locales/language.ts';
import { theme } from '../theme.ts';
import { blockedRow } from './blocked-row.ts';
import { followSync } from './follow-sync.ts';
import { inFlightRow } from './in-flight-row.ts';
import { reasonText } from './reason-text.ts';
import { syncStyles } from './sync-styles.ts';

export interface SignInDetail {
  /** Why the service does not take what is sent. */
  reason: HoldReason;
}

export interface ExportDetail {
  inspectionId: string;
  /** The inspection as one zip, for the app to save. */
  zip: Blob;
}

/**
 * The sync centre: what waits, what is on its way, what is blocked and why, and what to do about it. It asks the app
 * for what only the app can do: `sign-in`, and `export-ready` with a file to save.
 */
export class KerbsideSync extends KerbsideElement {
  static override styles = [theme, syncStyles];
  static override properties: PropertyDeclarations = {
    ...KerbsideElement.properties,
    kerbside: { attribute: false },
    titles: { attribute: false },
    status: { state: true },
    usage: { state: true },
    isOff: { state: true },
    problem: { state: true },
    asking: { state: true },
    isSending: { state: true },
  };

  declare kerbside: Pick<Kerbside, 'sync' | 'storage' | 'on'> | undefined;
  /** What people call the inspections, by id: said of what is blocked. */
  declare titles: Readonly<Record<string, string>>;
  declare protected status: SyncStatus | undefined;
  declare protected usage: StorageUsage | undefined;
  /** No service is set up. */
  declare protected isOff: boolean;
  declare protected problem: string;
  /** Id of the blocked operation that a person is about to discard. */
  declare protected asking: string | undefined;
  declare protected isSending: boolean;
  #stop: (() => void) | undefined;

  constructor() {
    super();
    this.titles = {};
    this.isOff = false;
    this.problem = '';
    this.isSending = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#follow();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('kerbside') && this.isConnected) this.#follow();
  }

  protected override render(): TemplateResult {
    const { status, usage, words, names } = this;
    const used = usage?.usedBytes;
    return html`
      ${this.isOff ? html`<p class="quiet">${words.sync.off}</p>` : status ? this.#service(status) : nothing}
      <p role="alert" class="problem" ?hidden=${!this.problem}>${this.problem}</p>
      ${typeof used === 'number' ? html`<p class="quiet" part="storage">${words.sync.used(names.bytes(used))}</p>` : nothing}
    `;
  }

  #service(status: SyncStatus): TemplateResult {
    const { words, names } = this;
    const { inFlight, blocked, waitingReason, lastSuccessAt } = status;
    const { sync } = words;
    const held = status.held ?? notYetHeld(status);
    return html`
      ${held ? this.#held(held) : nothing}
      <p class="summary" part="summary" role="status">${this.#summary(status)}</p>
      ${waitingReason && !held ? this.#waits(waitingReason) : nothing}
      <p class="quiet">${sync.lastSuccess}: ${lastSuccessAt ? names.moment(lastSuccessAt) : sync.never}</p>
      <ul class="rows" part="in-flight" ?hidden=${inFlight.length === 0}>
        ${inFlight.map((operation) => inFlightRow(operation, sync, names))}
      </ul>
      <ul class="rows" part="blocked" ?hidden=${blocked.length === 0}>
        ${blocked.map((operation) => this.#blocked(operation))}
      </ul>
      <button type="button" class="secondary" ?disabled=${this.isSending} @click=${this.#send}>${sync.sendNow}</button>
    `;
  }

  #held(reason: HoldReason): TemplateResult {
    const { sync } = this.words;
    const canSignIn = reason === 'unauthorized' || reason === 'wrong_user';
    return html`<div class="held" part="held" role="status">
      <p>${sync.held[reason]}</p>
      ${
        canSignIn
          ? html`<button type="button" @click=${() => this.tell<SignInDetail>('sign-in', { reason })}>${sync.signIn}</button>`
          : nothing
      }
    </div>`;
  }

  #waits(reason: DeliveryReason): TemplateResult {
    const { sync } = this.words;
    return html`<div class="held" part="waiting" role="status">
      <div class="told">
        <p>${sync.triedAgain}</p>
        ${reasonText(reason, sync, errorWords(languageOf(this)))}
      </div>
    </div>`;
  }

  #summary({ operations, photoBytes, blocked, ofOthers }: SyncStatus): string {
    const { sync } = this.words;
    const waiting = operations.queued + operations.waiting - ofOthers;
    const parts = [
      waiting > 0 && sync.waiting(waiting),
      ofOthers > 0 && sync.ofOthers(ofOthers),
      operations.sending > 0 && sync.sending(operations.sending),
      blocked.length > 0 && sync.blocked(blocked.length),
      photoBytes && sync.toUpload(this.names.bytes(photoBytes)),
    ];
    return parts.filter(Boolean).join(' · ') || sync.nothing;
  }

  #blocked(operation: BlockedOperation): TemplateResult {
    const { operationId, inspectionId } = operation;
    const done = () => {
      this.asking = undefined;
    };
    return blockedRow({
      operation,
      words: this.words.sync,
      title: this.titles[inspectionId],
      reasons: errorWords(languageOf(this)),
      moment: this.names.moment(operation.createdAt),
      isAsking: this.asking === operationId,
      retry: () => this.#attempt(async (kerbside) => kerbside.sync.retry(operationId)),
      ask: () => {
        this.asking = operationId;
      },
      keep: done,
      discard: () =>
        this.#attempt(async (kerbside) => {
          await kerbside.sync.discard(operationId);
          done();
        }),
      export: () =>
        this.#attempt(async (kerbside) => {
          const zip = await kerbside.sync.export(operationId);
          this.tell<ExportDetail>('export-ready', { inspectionId, zip });
        }),
    });
  }

  async #send(): Promise<void> {
    this.isSending = true;
    await this.#attempt(async (kerbside) => {
      this.status = await kerbside.sync.flush();
    });
    this.isSending = false;
  }

  async #attempt(work: (kerbside: NonNullable<KerbsideSync['kerbside']>) => Promise<unknown>): Promise<void> {
    if (!this.kerbside) return;
    this.problem = '';
    try {
      await work(this.kerbside);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  #follow(): void {
    this.#stop?.();
    this.isOff = false;
    const { kerbside } = this;
    if (!kerbside) return;
    this.#stop = followSync(kerbside, async () => {
      await this.#attempt(async () => {
        this.usage = await kerbside.storage.usage();
        if (!this.isOff)
          this.status = await kerbside.sync.status().catch((error: unknown) => this.#off(error));
      });
    });
  }

  /** An app without a service has nothing to send; that is no problem to tell of. */
  #off(error: unknown): undefined {
    if (!isKerbsideError(error, 'unsupported')) throw error;
    this.isOff = true;
    return undefined;
  }
}

/** After a reload nothing was tried yet, so nothing is held; what waits for the network is known all the same. */
function notYetHeld({ operations, ofOthers, waitingReason }: SyncStatus): HoldReason | null {
  const isLeft = operations.queued + operations.waiting > ofOthers;
  return isLeft && (!navigator.onLine || isUnanswered(waitingReason)) ? 'unreachable' : null;
}

function isUnanswered(reason: DeliveryReason | null): boolean {
  if (!reason || reason.status !== undefined) return false;
  return reason.code === 'remote_unavailable' || reason.code === 'timeout';
}
