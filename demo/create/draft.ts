/** Stores the input of a form until it is submitted, so that a reload does not lose it. */
export function storeDraft(form: HTMLFormElement, key: string): void {
  restore(form, sessionStorage.getItem(key));
  form.addEventListener('input', () => {
    const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
    sessionStorage.setItem(key, JSON.stringify(entries));
  });
}

export function deleteDraft(key: string): void {
  sessionStorage.removeItem(key);
}

function restore(form: HTMLFormElement, stored: string | null): void {
  if (stored === null) return;
  const entries = JSON.parse(stored) as [string, string][];
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      field.checked = entries.some(([name, value]) => name === field.name && value === field.value);
    } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      field.value = entries.find(([name]) => name === field.name)?.[1] ?? '';
    }
  }
}
