import type { Kerbside, ProgressStatus, ProgressStatusUpdate, Task } from 'kerbside';
import { badge } from './badge.ts';
import { h, showItems } from './dom.ts';
import { count, taskLabels } from './format.ts';
import { ProblemArea } from './problem.ts';
import { card, type Section, type Shown } from './section.ts';

type Move = [label: string, status: ProgressStatusUpdate];

/** What a person can do next; what happens on its own is up to the library. */
const moves: Partial<Record<ProgressStatus, Move[]>> = {
  NOT_STARTED: [['Start', 'TODO']],
  TODO: [['Mark as done', 'DONE']],
  IN_PROGRESS: [['Mark as done', 'DONE']],
  ERROR: [['Try again', 'TODO']],
  DONE: [['Validate', 'VALIDATED']],
};

export function tasksSection(kerbside: Kerbside, inspectionId: string): Section {
  const problem = new ProblemArea();
  const list = h('ul', { class: 'lines' });

  const row = (task: Task, { isDeleted }: Shown): HTMLElement[] => [
    h(
      'div',
      { class: 'line-text' },
      h('strong', {}, taskLabels[task.name]),
      h('span', { class: 'quiet' }, describe(task)),
    ),
    badge(task.status),
    ...(isDeleted ? [] : (moves[task.status] ?? [])).map(([label, status]) =>
      h(
        'button',
        {
          type: 'button',
          class: 'secondary small',
          'aria-label': `${label}: ${taskLabels[task.name]}`,
          on: {
            click: () => problem.attempt(() => kerbside.tasks.updateOne(inspectionId, task.name, { status })),
          },
        },
        label,
      ),
    ),
  ];
  return {
    element: card('Tasks', list, problem.element),
    update(shown) {
      const tasks = Object.values(shown.entities.tasks);
      showItems(
        list,
        tasks,
        // With the status in the key a row is only built anew, and loses focus, when its button changes.
        ({ id, status, images }) => `${id} ${status} ${images.length} ${shown.isDeleted}`,
        (task) => h('li', { class: 'line' }, ...row(task, shown)),
      );
      if (tasks.length === 0)
        list.replaceChildren(h('li', { class: 'quiet' }, 'This inspection has no tasks.'));
    },
  };
}

function describe({ status, images, errorMessages }: Task): string {
  if (status === 'ERROR') return errorMessages?.at(-1)?.message ?? 'It failed, and gave no reason.';
  if (status === 'TODO') return 'Started. There is no model here yet, so a person finishes it.';
  return count(images.length, 'photo');
}
