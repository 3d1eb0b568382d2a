import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { BlockedOperation, PauseReason, SyncStatus } from '../../domain/api/sync-status.ts';
import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import { isKerbsideError } from '../../errors.ts';
import { KerbsideElement } from '../kerbside-element.ts';
import { errorMessagesIn } from '../locales/error-messages.ts';
import { getLanguage } from '../locales/language.ts';
import { theme } from '../theme.ts';
import { EMPTY_VIEW, SyncFollower, type SyncSource, type SyncView } from './follow-sync.ts';
import {
  dismissInstallAdvice,
  getInstallAdvice,
  type InstallFacts,
  type InstallPrompt,
  readInstallFacts,
} from './install-advice.ts';
import { renderInstallNotice, renderPauseNotice } from './notices.ts';
import { renderBlockedOperation, renderInFlightOperation, renderReason } from './operation-rows.ts';
import { getPauseReason, summarizeStatus } from './sync-status.ts';
import { syncStyles } from './sync-styles.ts';

/** Detail of `sign-in`. */
export interface SignInDetail {
  /** Why nothing is sent. */
  reason: PauseReason;
}

/** Detail of `export-ready`. */
export interface ExportDetail {
  inspectionId: string;
  /** The inspection as a zip file. */
  zip: Blob;
}

/**
 * `<kerbside-sync>`: the sync centre. It shows what waits, what is being sent, what is blocked and why, and lets the user
 * retry, export or discard blocked operations.
 *
 * @fires sign-in - `CustomEvent<SignInDetail>`: the user wants to sign in again.
 * @fires export-ready - `CustomEvent<ExportDetail>`: an export is ready for the app to save.
 *
 * @cssprop [--kerbside-surface] - Background of secondary buttons.
 * @cssprop [--kerbside-line] - Borders.
 * @cssprop [--kerbside-ink] - Text.
 * @cssprop [--kerbside-quiet] - Secondary text.
 * @cssprop [--kerbside-accent] - Buttons, progress bars, focus outlines.
 * @cssprop [--kerbside-on-accent] - Text on buttons.
 * @cssprop [--kerbside-danger] - Text of blocked operations and errors.
 * @cssprop [--kerbside-danger-soft] - Background of blocked operations and errors.
 * @cssprop [--kerbside-warn] - Text about why nothing is sent.
 * @cssprop [--kerbside-warn-soft] - Background of that text.
 * @cssprop [--kerbside-radius=12px] - Corner radius of rows and buttons.
 * @csspart paused - Why nothing is sent.
 * @csspart install - How to protect unsent data from being deleted by the browser. Shown once.
 * @csspart summary - How many operations wait, are being sent, or are blocked.
 * @csspart waiting - Why the last attempt failed.
 * @csspart in-flight - The operations that are being sent.
 * @csspart blocked - The blocked operations.
 * @csspart storage - The storage that is used.
 *
 * @example
 * const sync = document.createElement('kerbside-sync');
 * sync.kerbside = kerbside;
 * sync.addEventListener('sign-in', () => auth.signIn());
 */
export class KerbsideSync extends KerbsideElement {
  /** The styles of the element. CSS custom properties change them. */
  static override styles = [theme, syncStyles];
  static override properties: PropertyDeclarations = {
    ...KerbsideElement.properties,
    kerbside: { attribute: false },
    titles: { attribute: false },
    installPrompt: { attribute: false },
    installFacts: { attribute: false },
    view: { state: true },
    problem: { state: true },
    confirming: { state: true },
    isSending: { state: true },
  };

  /** The `Kerbside` to show. The element is empty until it is set. */
  declare kerbside: SyncSource | undefined;
  /**
   * Titles of inspections by id, shown with blocked operations.
   *
   * @default {}
   */
  declare titles: Readonly<Record<string, string>>;
  /**
   * The event `beforeinstallprompt`. Listen for it when the page loads, and pass it on: browsers fire it once. While
   * something cannot be sent, the element then offers to install the app.
   */
  declare installPrompt: InstallPrompt | undefined;
  /**
   * Whether the page is installed, and whether its data is in danger.
   *
   * @default what the browser says
   */
  declare installFacts: InstallFacts;
  declare protected view: SyncView;
  /** Why something that the user asked for failed. Stays until the user asks for something else. */
  declare protected problem: string;
  /** Id of the blocked operation whose discarding the user is asked to confirm. */
  declare protected confirming: string | undefined;
  declare protected isSending: boolean;
  #follower: SyncFollower | undefined;

  protected override setDefaults(): void {
    this.titles ??= {};
    this.installFacts ??= readInstallFacts();
    this.view ??= EMPTY_VIEW;
    this.problem ??= '';
    this.isSending ??= false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#follower?.stop();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#follow();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (!changed.has('kerbside')) return;
    this.view = EMPTY_VIEW;
    this.problem = '';
    this.confirming = undefined;
    if (this.isConnected) this.#follow();
  }

  /** The button that had the focus is gone. */
  protected override updated(changed: PropertyValues): void {
    if (!changed.has('confirming')) return;
    const before = changed.get('confirming');
    if (this.confirming) this.#focus('[role=alertdialog] button');
    else this.#focus(`[data-operation="${before}"] .danger`);
  }

  protected override render(): TemplateResult {
    const { names } = this;
    const { status, usedBytes, hasNoService, error } = this.view;
    const { sync } = this.messages;
    const problem = this.problem || (error === undefined ? '' : this.#describe(error));
    return html`
      ${hasNoService ? html`<p class="quiet">${sync.noService}</p>` : status ? this.#renderStatus(status) : nothing}
      <p role="alert" class="problem" ?hidden=${!problem}>${problem}</p>
      ${typeof usedBytes === 'number' ? html`<p class="quiet" part="storage">${sync.used(names.bytes(usedBytes))}</p>` : nothing}
    `;
  }

  #renderStatus(status: SyncStatus): TemplateResult {
    const { names } = this;
    const { sync } = this.messages;
    const { inFlight, blocked, waitingReason, lastSuccessAt } = status;
    const paused = getPauseReason(status, navigator.onLine);
    return html`
      ${paused ? renderPauseNotice(paused, sync, () => this.emit<SignInDetail>('sign-in', { reason: paused })) : nothing}
      ${this.#renderInstallNotice(status)}
      <p class="summary" part="summary" role="status">${summarizeStatus(status, sync, names)}</p>
      ${waitingReason && !paused ? this.#renderWaiting(waitingReason) : nothing}
      <p class="quiet">${sync.lastSuccess} ${lastSuccessAt ? names.moment(lastSuccessAt) : sync.never}</p>
      <ul class="rows" part="in-flight" ?hidden=${inFlight.length === 0}>
        ${inFlight.map((operation) => renderInFlightOperation(operation, sync, names))}
      </ul>
      <ul class="rows" part="blocked" ?hidden=${blocked.length === 0}>
        ${blocked.map((operation) => this.#renderBlocked(operation))}
      </ul>
      <button type="button" class="secondary send" ?disabled=${this.isSending} @click=${this.#send}>${sync.sendNow}</button>
    `;
  }

  #renderInstallNotice(status: SyncStatus): TemplateResult | typeof nothing {
    const { installFacts: facts, installPrompt: prompt } = this;
    return renderInstallNotice({
      advice: getInstallAdvice(status, navigator.onLine, facts, prompt),
      facts,
      prompt,
      messages: this.messages.sync,
      dismiss: () => {
        dismissInstallAdvice();
        this.installFacts = { ...facts, isDismissed: true };
      },
    });
  }

  #renderWaiting(reason: DeliveryReason): TemplateResult {
    const { sync } = this.messages;
    return html`<div class="paused" part="waiting" role="status">
      <div class="description">
        <p>${sync.retrying}</p>
        ${renderReason(reason, sync, errorMessagesIn(getLanguage(this)))}
      </div>
    </div>`;
  }

  #renderBlocked(operation: BlockedOperation): TemplateResult {
    const { operationId, inspectionId } = operation;
    const endConfirming = () => {
      this.confirming = undefined;
    };
    return renderBlockedOperation({
      operation,
      messages: this.messages.sync,
      title: this.titles[inspectionId],
      errorMessages: errorMessagesIn(getLanguage(this)),
      createdAt: this.names.moment(operation.createdAt),
      isConfirming: this.confirming === operationId,
      retry: () => this.#attempt(async ({ sync }) => sync.retry(operationId)),
      askToDiscard: () => {
        this.confirming = operationId;
      },
      keep: endConfirming,
      discard: () =>
        this.#attempt(async ({ sync }) => {
          await sync.discard(operationId);
          endConfirming();
          await this.updateComplete;
          this.#focus('.send'); // the row disappears
        }),
      export: () =>
        this.#attempt(async ({ sync }) => {
          const zip = await sync.export(operationId);
          this.emit<ExportDetail>('export-ready', { inspectionId, zip });
        }),
    });
  }

  async #send(): Promise<void> {
    const follower = this.#follower;
    this.isSending = true;
    await this.#attempt(async ({ sync }) => follower?.setStatus(await sync.flush()));
    this.isSending = false;
  }

  #focus(selector: string): void {
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  /** Runs `work` and shows its error, if any, unless another `Kerbside` was set meanwhile. */
  async #attempt(work: (kerbside: SyncSource) => Promise<unknown>): Promise<void> {
    const { kerbside } = this;
    if (!kerbside) return;
    this.problem = '';
    try {
      await work(kerbside);
    } catch (error) {
      if (kerbside === this.kerbside) this.problem = this.#describe(error);
    }
  }

  #describe(error: unknown): string {
    const text = isKerbsideError(error) && errorMessagesIn(getLanguage(this))[error.code];
    return text || (error instanceof Error ? error.message : String(error));
  }

  #follow(): void {
    this.#follower?.stop();
    this.#follower =
      this.kerbside &&
      new SyncFollower(this.kerbside, this.view, (view) => {
        this.view = view;
      });
  }
}
