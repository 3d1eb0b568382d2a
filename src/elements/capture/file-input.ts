import { html, type TemplateResult } from 'lit';

interface FileInput {
  label: string;
  /** Visible content. Default: the label. */
  content?: string | TemplateResult | undefined;
  className: string;
  onFile(photo: File): void;
}

/** Renders a file input that looks like a button, but stays accessible to keyboards and screen readers. */
export function renderFileInput({ label, content = label, className, onFile }: FileInput): TemplateResult {
  const handleChange = ({ currentTarget }: Event) => {
    const input = currentTarget as HTMLInputElement;
    const [photo] = input.files ?? [];
    input.value = ''; // otherwise choosing the same file again fires no change event
    if (photo) onFile(photo);
  };
  return html`<label class=${`file ${className}`}>
    <input class="visually-hidden" type="file" accept="image/*" aria-label=${label} @change=${handleChange} />
    ${content}
  </label>`;
}
