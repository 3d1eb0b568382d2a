import { html, type TemplateResult } from 'lit';

export interface FileInput {
  label: string;
  /** What is written on it, where that is not its label. */
  text?: string | TemplateResult | undefined;
  className: string;
  chosen(photo: File): void;
}

/** A file input that looks like a button; the input itself stays in reach of keyboard and screen reader. */
export function fileInput({ label, text = label, className, chosen }: FileInput): TemplateResult {
  const changed = ({ currentTarget }: Event) => {
    const input = currentTarget as HTMLInputElement;
    const [photo] = input.files ?? [];
    input.value = ''; // else choosing the same file again would be no change
    if (photo) chosen(photo);
  };
  return html`<label class=${`file ${className}`}>
    <input class="unseen" type="file" accept="image/*" aria-label=${label} @change=${changed} />
    ${text}
  </label>`;
}
