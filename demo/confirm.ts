import { h } from './dom.ts';

/** Asks before something that can not be taken back. */
export function confirmed(question: string, explanation: string, yes: string): Promise<boolean> {
  const dialog = h(
    'dialog',
    { 'aria-labelledby': 'question' },
    h('h2', { id: 'question' }, question),
    h('p', {}, explanation),
    h(
      'form',
      { method: 'dialog', class: 'actions' },
      h('button', { value: 'no', class: 'secondary' }, 'Cancel'),
      h('button', { value: 'yes', class: 'danger' }, yes),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}
