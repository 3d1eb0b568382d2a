import type { EventOf, ProgressStatus, ProgressStatusUpdate, Task, TaskName } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { saidOf } from '../parts/in-words.ts';
import { damagesOf } from '../parts/shown.ts';
import { badge, card, progressLine } from '../parts/templates.ts';
import type { AppWords } from '../words/en.ts';
import { StepElement } from './step-element.ts';

type Move = [
  label: keyof AppWords['tasksCard'] & ('start' | 'finish' | 'again' | 'validate'),
  to: ProgressStatusUpdate,
];

/** What a person can do next; what happens on its own is up to the library. */
const MOVES: Partial<Record<ProgressStatus, Move>> = {
  NOT_STARTED: ['start', 'TODO'],
  TODO: ['finish', 'DONE'],
  ERROR: ['again', 'TODO'],
  DONE: ['validate', 'VALIDATED'],
};

export class TasksCard extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    progress: { state: true },
  };

  declare protected progress: Partial<Record<TaskName, EventOf<'task.progress'>>>;
  #stop: (() => void) | undefined;

  constructor() {
    super();
    this.progress = {};
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = this.app.kerbside.on('task.progress', (event) => {
      if (event.inspectionId !== this.inspectionId) return;
      this.progress = { ...this.progress, [event.taskName]: event };
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const tasks = Object.values(this.shown.entities.tasks);
    const rows = repeat(
      tasks,
      ({ id }) => id,
      (task) => this.#row(task),
    );
    return card(
      'tasks',
      words.tasksCard.title,
      tasks.length > 0
        ? html`<ul class="lines">
            ${rows}
          </ul>`
        : html`<p class="quiet">${words.tasksCard.none}</p>`,
      html`<p class="unseen" role="status">${this.#announcement(tasks)}</p>`,
      this.problemArea(),
    );
  }

  /** For who does not see the bars move. */
  #announcement(tasks: readonly Task[]): string {
    const { words } = this;
    return tasks
      .filter(({ status }) => status !== 'NOT_STARTED')
      .map(({ name, status }) => {
        const event = status === 'IN_PROGRESS' ? this.progress[name] : undefined;
        const said = event ? words.tasksCard.done(event.done, event.total) : words.statuses[status];
        return `${words.tasks[name]}: ${said}`;
      })
      .join('. ');
  }

  #row(task: Task): TemplateResult {
    const { words } = this;
    return html`<li class="line" data-status=${task.status}>
      <div class="line-text">
        <strong>${words.tasks[task.name]}</strong>
        ${task.status === 'IN_PROGRESS' ? this.#progress(task) : html`<div class="quiet">${this.#told(task)}</div>`}
      </div>
      ${badge(task.status, words)} ${this.#move(task)}
    </li>`;
  }

  #move(task: Task): TemplateResult | typeof nothing {
    const { words } = this;
    const { name, status, images } = task;
    const move = MOVES[status];
    const hasNothing = status === 'NOT_STARTED' && name !== 'repair_estimate' && images.length === 0;
    if (!move || hasNothing || this.shown.isDeleted) return nothing;
    const [label, to] = move;
    const unreadable = status === 'ERROR' ? this.#unreadable(task) : [];
    const said =
      unreadable.length > 0 ? words.tasksCard.againWithout(unreadable.length) : words.tasksCard[label];
    const go = () =>
      this.attempt(async () => {
        const { images: photos, tasks } = this.app.kerbside;
        for (const imageId of unreadable) await photos.deleteOne(this.inspectionId, imageId);
        await tasks.updateOne(this.inspectionId, name, { status: to });
      });
    return html`<button
      type="button"
      class="secondary small"
      aria-label=${`${said}: ${words.tasks[name]}`}
      @click=${go}
    >
      ${said}
    </button>`;
  }

  /** Photos that this browser can not open, for which the task fails each time; unless there are no others. */
  #unreadable({ images }: Task): string[] {
    const unreadable = images
      .map(({ imageId }) => imageId)
      .filter(
        (id) => this.shown.entities.images[id]?.compliances.image_quality_assessment?.status === 'ERROR',
      );
    return unreadable.length < images.length ? unreadable : [];
  }

  #progress({ name }: Task): TemplateResult {
    const { tasks, tasksCard } = this.words;
    const event = this.progress[name];
    return progressLine({
      label: tasksCard.progress(tasks[name]),
      text: event ? tasksCard.done(event.done, event.total) : tasksCard.ready,
      value: event?.done,
      max: event?.total,
    });
  }

  #told({ name, status, images, errorMessages }: Task): string | TemplateResult {
    const { words } = this;
    const failure = errorMessages?.at(-1);
    if (status === 'ERROR')
      return failure ? saidOf(failure.errorCode, failure.message, words) : words.tasksCard.failed;
    if (status === 'TODO') return words.tasksCard.waits;
    if (name === 'repair_estimate') return '';
    if (name !== 'damage_detection' || status === 'NOT_STARTED') return words.photos(images.length);
    const found = damagesOf(this.shown).filter(({ createdBy }) => createdBy !== 'user');
    return words.tasksCard.found(images.length, found.length);
  }
}
