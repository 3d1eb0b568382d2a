/** Keeps what was typed into a form until it is sent, so that a reload does not lose it. */
export function keepDraft(form: HTMLFormElement, key: string): void {
  fill(form, sessionStorage.getItem(key));
  form.addEventListener('input', () => {
    const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
    sessionStorage.setItem(key, JSON.stringify(entries));
  });
}

export function forgetDraft(key: string): void {
  sessionStorage.removeItem(key);
}

function fill(form: HTMLFormElement, kept: string | null): void {
  if (kept === null) return;
  const entries = JSON.parse(kept) as [string, string][];
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      field.checked = entries.some(([name, value]) => name === field.name && value === field.value);
    } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      field.value = entries.find(([name]) => name === field.name)?.[1] ?? '';
    }
  }
}
