import { h, type Props } from './dom.ts';

/** A file input that looks like a button; the input itself stays in reach of keyboard and screen reader. */
export function fileButton(
  label: string,
  { class: style = '', ...attributes }: Props,
  onFiles: (files: File[]) => unknown,
): HTMLElement {
  const input = h('input', { type: 'file', class: 'unseen', ...attributes });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.value = ''; // else choosing the same file again would be no change
    onFiles(files);
  });
  return h('label', { class: `button ${style}` }, input, label);
}
