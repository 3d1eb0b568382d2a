import type { InspectionStatus, ProgressStatus, Vehicle } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { AppMessages } from '../locales/en.ts';

export function renderBadge(
  status: ProgressStatus | InspectionStatus | 'deleted',
  messages: AppMessages,
): TemplateResult {
  return html`<span class="badge" data-status=${status}>${messages.statuses[status]}</span>`;
}

/** Renders a section with a heading. */
export function renderCard(id: string, title: string, ...content: unknown[]): TemplateResult {
  return html`<section class="card" aria-labelledby=${id}><h2 id=${id}>${title}</h2>${content}</section>`;
}

interface Progress {
  label: string;
  text: string;
  /** Undefined while the progress is unknown. */
  value?: number | undefined;
  max?: number | undefined;
}

export function renderProgress({ label, text, value, max = 1 }: Progress): TemplateResult {
  return html`<div class="progress-line">
    ${
      value === undefined
        ? html`<progress aria-label=${label}></progress>`
        : html`<progress aria-label=${label} max=${Math.max(1, max)} .value=${live(value)}></progress>`
    }
    <span class="quiet">${text}</span>
  </div>`;
}

interface FileButton {
  label: string;
  text?: string;
  className?: string;
  accept?: string;
  multiple?: boolean;
  camera?: boolean;
  onFiles(files: File[]): unknown;
}

/** Renders a file input that looks like a button, but stays accessible to keyboards and screen readers. */
export function renderFileButton({
  label,
  text = label,
  className = '',
  accept = 'image/*',
  multiple = false,
  camera = false,
  onFiles,
}: FileButton): TemplateResult {
  const handleChange = ({ currentTarget }: Event) => {
    const input = currentTarget as HTMLInputElement;
    const files = [...(input.files ?? [])];
    input.value = ''; // otherwise choosing the same file again fires no change event
    onFiles(files);
  };
  return html`<label class=${`button ${className}`}>
    <input
      type="file"
      class="visually-hidden"
      accept=${accept}
      ?multiple=${multiple}
      capture=${camera ? 'environment' : nothing}
      aria-label=${label}
      @change=${handleChange}
    />${text}</label
  >`;
}

export function getVehicleTitle(
  vehicle: Partial<Pick<Vehicle, 'brand' | 'model' | 'plate'>> | undefined,
  messages: AppMessages,
): string {
  const name = [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ');
  return name || vehicle?.plate || messages.list.unnamed;
}
