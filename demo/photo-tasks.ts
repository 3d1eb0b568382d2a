import type { Task, TaskName } from 'kerbside';
import { h, showItems } from './dom.ts';
import { taskLabels } from './format.ts';

/** Which tasks the next photos are for: those that have not started, as a started one takes no more. */
export class PhotoTasks {
  readonly #choices = h('div', { class: 'choices row-of-checks' });
  readonly element = h(
    'fieldset',
    { class: 'choices' },
    h('legend', {}, 'New photos are for'),
    this.#choices,
  );

  update(tasks: readonly Task[]): void {
    const open = tasks.filter(({ name, status }) => status === 'NOT_STARTED' && name !== 'repair_estimate');
    showItems(
      this.#choices,
      open,
      ({ name }) => name,
      ({ name }) =>
        h(
          'label',
          { class: 'check' },
          h('input', { type: 'checkbox', value: name, checked: true }),
          taskLabels[name],
        ),
    );
    this.element.hidden = open.length === 0;
  }

  get chosen(): TaskName[] {
    const boxes = this.#choices.querySelectorAll<HTMLInputElement>('input:checked');
    return [...boxes].map(({ value }) => value as TaskName);
  }
}
