import type { Entities, Kerbside, ProgressStatus, ProgressStatusUpdate, Task, TaskName } from 'kerbside';
import { badge } from './badge.ts';
import { h, showItems } from './dom.ts';
import { count, taskLabels } from './format.ts';
import { ProblemArea } from './problem.ts';
import { ProgressLine } from './progress-line.ts';
import { card, type Section, type Shown } from './section.ts';

type Move = [label: string, status: ProgressStatusUpdate];

/** What a person can do next; what happens on its own is up to the library. */
const moves: Partial<Record<ProgressStatus, Move[]>> = {
  NOT_STARTED: [['Start', 'TODO']],
  TODO: [['Mark as done', 'DONE']],
  ERROR: [['Start again', 'TODO']],
  DONE: [['Validate', 'VALIDATED']],
};

export function tasksSection(kerbside: Kerbside, inspectionId: string): Section {
  const problem = new ProblemArea();
  const list = h('ul', { class: 'lines' });
  const progress = new Map<TaskName, ProgressLine>();

  const progressOf = (name: TaskName) => {
    const line = progress.get(name) ?? new ProgressLine(`${taskLabels[name]}: photos analysed`);
    progress.set(name, line);
    return line;
  };
  const row = (task: Task, { isDeleted, entities }: Shown): HTMLElement[] => [
    h(
      'div',
      { class: 'line-text' },
      h('strong', {}, taskLabels[task.name]),
      task.status === 'IN_PROGRESS'
        ? progressOf(task.name).element
        : h('span', { class: 'quiet' }, describe(task, entities)),
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
  const stop = kerbside.on('task.progress', ({ inspectionId: of, taskName, done, total }) => {
    if (of === inspectionId) progressOf(taskName).show(done, total, `${done} of ${count(total, 'photo')}`);
  });
  return {
    element: card('Tasks', list, problem.element),
    update(shown) {
      const tasks = Object.values(shown.entities.tasks);
      for (const { name, status } of tasks) {
        if (status === 'TODO') progressOf(name).wait('Getting ready…');
      }
      showItems(
        list,
        tasks,
        // With the status in the key a row is only built anew, and loses focus, when its button changes.
        ({ id, status, images }) => `${id} ${status} ${images.length} ${shown.isDeleted}`,
        (task) => h('li', { class: 'line', 'data-status': task.status }, ...row(task, shown)),
      );
      if (tasks.length === 0)
        list.replaceChildren(h('li', { class: 'quiet' }, 'This inspection has no tasks.'));
    },
    leave: stop,
  };
}

function describe({ name, status, images, errorMessages }: Task, { damages }: Entities): string {
  const photos = count(images.length, 'photo');
  if (status === 'ERROR') return errorMessages?.at(-1)?.message ?? 'It failed, and gave no reason.';
  if (status === 'TODO') return 'Started. Where there is no model for it yet, a person finishes it.';
  if (name !== 'damage_detection' || status === 'NOT_STARTED') return photos;
  const found = Object.values(damages).filter(
    ({ createdBy, deletedAt }) => createdBy !== 'user' && !deletedAt,
  );
  return `${photos}, ${found.length === 0 ? 'no damage' : count(found.length, 'damage')} found`;
}
