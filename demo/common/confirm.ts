import { html, render } from 'lit';
import { showDialog } from './show-dialog.ts';

interface Question {
  title: string;
  explanation: string;
  yes: string;
  no: string;
}

/** Asks the user to confirm something that cannot be undone. */
export async function askToConfirm({ title, explanation, yes, no }: Question): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'question');
  render(
    html`<h2 id="question">${title}</h2>
      <p>${explanation}</p>
      <form method="dialog" class="actions">
        <button value="no" class="secondary">${no}</button>
        <button value="yes" class="danger">${yes}</button>
      </form>`,
    dialog,
  );
  return (await showDialog(dialog)) === 'yes';
}
