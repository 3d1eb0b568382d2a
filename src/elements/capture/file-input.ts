import { html, type TemplateResult } from 'lit';

interface FileInput {
  label: string;
  /** Visible content. Default: the label. */
  content?: string | TemplateResult | undefined;
  className: string;
  /** @default 'image/*' */
  accept?: string | undefined;
  onFile(file: File): void;
}

/** Renders a file input that looks like a button, but stays accessible to keyboards and screen readers. */
export function renderFileInput({
  label,
  content = label,
  className,
  accept = 'image/*',
  onFile,
}: FileInput): TemplateResult {
  const handleChange = ({ currentTarget }: Event) => {
    const input = currentTarget as HTMLInputElement;
    const [file] = input.files ?? [];
    input.value = ''; // otherwise choosing the same file again fires no change event
    if (file) onFile(file);
  };
  return html`<label class=${`file ${className}`}>
    <input class="visually-hidden" type="file" accept=${accept} aria-label=${label} @change=${handleChange} />
    ${content}
  </label>`;
}
