import { html, nothing, type TemplateResult } from 'lit';
import type { PauseReason } from '../../domain/api/sync-status.ts';
import type { ElementMessages } from '../locales/messages.ts';
import type { getInstallAdvice, InstallFacts, InstallPrompt } from './install-advice.ts';

type SyncMessages = ElementMessages['sync'];

/** Renders why nothing is sent, with a button where signing in again helps. */
export function renderPauseNotice(
  reason: PauseReason,
  messages: SyncMessages,
  signIn: () => void,
): TemplateResult {
  const canSignIn = reason === 'unauthorized' || reason === 'wrong_user';
  return html`<div class="paused" part="paused" role="status">
    <p>${messages.paused[reason]}</p>
    ${canSignIn ? html`<button type="button" @click=${signIn}>${messages.signIn}</button>` : nothing}
  </div>`;
}

interface InstallNotice {
  advice: ReturnType<typeof getInstallAdvice>;
  facts: InstallFacts;
  prompt: InstallPrompt | undefined;
  messages: SyncMessages;
  dismiss(): void;
}

/** Renders how the user protects unsent data from being deleted by the browser, if there is advice. */
export function renderInstallNotice(notice: InstallNotice): TemplateResult | typeof nothing {
  const { advice, facts, prompt, messages, dismiss } = notice;
  if (!advice) return nothing;
  const install = async () => {
    await prompt?.prompt();
    dismiss();
  };
  return html`<div class="paused" part="install" role="status">
    <p>
      ${facts.deletesUnvisited ? messages.deletedAfter7Days : messages.mayBeDeleted}
      ${advice === 'manual' ? messages.installByHand : nothing}
    </p>
    ${advice === 'prompt' ? html`<button type="button" @click=${install}>${messages.install}</button>` : nothing}
    <button type="button" class="secondary" @click=${dismiss}>${messages.notNow}</button>
  </div>`;
}
