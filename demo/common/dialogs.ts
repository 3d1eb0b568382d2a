import { html, render } from 'lit';

/** Shows a dialog, removes it when it closes, and returns its `returnValue`. */
export function showDialog(dialog: HTMLDialogElement): Promise<string> {
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}

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
