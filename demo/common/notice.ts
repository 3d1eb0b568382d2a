import { html, render } from 'lit';
import { showDialog } from './show-dialog.ts';

interface Notice {
  title: string;
  text: string;
  close: string;
}

/** Tells the user something that must not be missed. Resolves when the user has closed it. */
export async function showNotice({ title, text, close }: Notice): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'notice');
  render(
    html`<h2 id="notice">${title}</h2>
      <p>${text}</p>
      <form method="dialog" class="actions"><button>${close}</button></form>`,
    dialog,
  );
  await showDialog(dialog);
}
