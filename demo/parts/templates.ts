import type { InspectionStatus, ProgressStatus, Vehicle } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { AppWords } from '../words/en.ts';

export function badge(
  status: ProgressStatus | InspectionStatus | 'deleted',
  words: AppWords,
): TemplateResult {
  return html`<span class="badge" data-status=${status}>${words.statuses[status]}</span>`;
}

/** A part of a page, with its heading. */
export function card(id: string, title: string, ...content: unknown[]): TemplateResult {
  return html`<section class="card" aria-labelledby=${id}><h2 id=${id}>${title}</h2>${content}</section>`;
}

export interface Progress {
  label: string;
  text: string;
  /** Undefined while nobody knows how far it is. */
  value?: number | undefined;
  max?: number | undefined;
}

export function progressLine({ label, text, value, max = 1 }: Progress): TemplateResult {
  return html`<div class="progress-line">
    ${
      value === undefined
        ? html`<progress aria-label=${label}></progress>`
        : html`<progress aria-label=${label} max=${Math.max(1, max)} .value=${live(value)}></progress>`
    }
    <span class="quiet">${text}</span>
  </div>`;
}

export interface FileButton {
  label: string;
  text?: string;
  className?: string;
  accept?: string;
  multiple?: boolean;
  camera?: boolean;
  chosen(files: File[]): unknown;
}

/** A file input that looks like a button; the input itself stays in reach of keyboard and screen reader. */
export function fileButton({
  label,
  text = label,
  className = '',
  accept = 'image/*',
  multiple = false,
  camera = false,
  chosen,
}: FileButton): TemplateResult {
  const changed = ({ currentTarget }: Event) => {
    const input = currentTarget as HTMLInputElement;
    const files = [...(input.files ?? [])];
    input.value = ''; // else choosing the same file again would be no change
    chosen(files);
  };
  return html`<label class=${`button ${className}`}>
    <input
      type="file"
      class="unseen"
      accept=${accept}
      ?multiple=${multiple}
      capture=${camera ? 'environment' : nothing}
      aria-label=${label}
      @change=${changed}
    />${text}</label
  >`;
}

export function vehicleTitle(vehicle: Vehicle | undefined, words: AppWords): string {
  const name = [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ');
  return name || vehicle?.plate || words.list.unnamed;
}
