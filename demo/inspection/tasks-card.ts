import type { EventOf, ProgressStatus, ProgressStatusUpdate, Task, TaskName } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { renderErrorMessage } from '../common/error-text.ts';
import { listDamages } from '../common/loaded-inspection.ts';
import { renderBadge, renderCard, renderProgress } from '../common/templates.ts';
import type { AppMessages } from '../locales/en.ts';
import { StepElement } from './step-element.ts';

type Transition = [
  label: keyof AppMessages['tasksCard'] & ('start' | 'finish' | 'again' | 'validate' | 'drop'),
  to: ProgressStatusUpdate,
];

/** The status changes of the user. The library makes all others. */
const TRANSITIONS: Partial<Record<ProgressStatus, Transition>> = {
  NOT_STARTED: ['start', 'TODO'],
  TODO: ['finish', 'DONE'],
  ERROR: ['again', 'TODO'],
  DONE: ['validate', 'VALIDATED'],
};

/** A task without photos would keep the inspection in progress for good. */
const DROP: Transition = ['drop', 'DONE'];

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
    const { messages } = this;
    const tasks = Object.values(this.loaded.entities.tasks);
    const rows = repeat(
      tasks,
      ({ id }) => id,
      (task) => this.#renderRow(task),
    );
    return renderCard(
      'tasks',
      messages.tasksCard.title,
      tasks.length > 0
        ? html`<ul class="lines">
            ${rows}
          </ul>`
        : html`<p class="quiet">${messages.tasksCard.none}</p>`,
      html`<p class="visually-hidden" role="status">${this.#announce(tasks)}</p>`,
      this.renderProblem(),
    );
  }

  /** Returns the progress for screen readers. */
  #announce(tasks: readonly Task[]): string {
    const { messages } = this;
    return tasks
      .filter(({ status }) => status !== 'NOT_STARTED')
      .map((task) => {
        const { name } = task;
        const status = this.#getStatus(task);
        const event = status === 'IN_PROGRESS' ? this.progress[name] : undefined;
        const text = event ? messages.tasksCard.done(event.done, event.total) : messages.statuses[status];
        return messages.labelled(messages.tasks[name], text);
      })
      .join('. ');
  }

  #isAwaitingResults(task: Task): boolean {
    return isAwaitingResults(task, Object.values(this.loaded.entities.tasks));
  }

  #getStatus(task: Task): ProgressStatus {
    return this.#isAwaitingResults(task) ? 'TODO' : task.status;
  }

  #renderRow(task: Task): TemplateResult {
    const { messages } = this;
    const status = this.#getStatus(task);
    return html`<li class="line" data-status=${status}>
      <div class="line-text">
        <strong>${messages.tasks[task.name]}</strong>
        ${status === 'IN_PROGRESS' ? this.#renderProgress(task) : html`<div class="quiet">${this.#describe(task)}</div>`}
      </div>
      ${renderBadge(status, messages)} ${this.#renderButton(task)}
    </li>`;
  }

  #renderButton(task: Task): TemplateResult | typeof nothing {
    const { messages } = this;
    const { name, status, images } = task;
    const transition = TRANSITIONS[status];
    const isEmpty = status === 'NOT_STARTED' && name !== 'repair_estimate' && images.length === 0;
    if (!transition || this.isDeleted || this.#isAwaitingResults(task)) return nothing;
    const [label, to] = isEmpty ? DROP : transition;
    const unreadable = status === 'ERROR' ? this.#listUnreadable(task) : [];
    const text =
      unreadable.length > 0 ? messages.tasksCard.againWithout(unreadable.length) : messages.tasksCard[label];
    const go = () =>
      this.attempt(async () => {
        const { images: photos, tasks } = this.app.kerbside;
        for (const imageId of unreadable) await photos.deleteOne(this.inspectionId, imageId);
        await tasks.updateOne(this.inspectionId, name, { status: to });
      });
    return html`<button
      type="button"
      class="secondary small"
      aria-label=${messages.labelled(text, messages.tasks[name])}
      @click=${go}
    >
      ${text}
    </button>`;
  }

  /** Returns the photos that this browser cannot decode, which make the task fail; none if there are no others. */
  #listUnreadable({ images }: Task): string[] {
    const unreadable = images
      .map(({ imageId }) => imageId)
      .filter(
        (id) => this.loaded.entities.images[id]?.compliances.image_quality_assessment?.status === 'ERROR',
      );
    return unreadable.length < images.length ? unreadable : [];
  }

  #renderProgress({ name }: Task): TemplateResult {
    const { tasks, tasksCard } = this.messages;
    const event = this.progress[name];
    return renderProgress({
      label: tasksCard.progress(tasks[name]),
      text: event ? tasksCard.done(event.done, event.total) : tasksCard.ready,
      value: event?.done,
      max: event?.total,
    });
  }

  #describe(task: Task): string | TemplateResult {
    const { messages } = this;
    const { name, status, images, errorMessages } = task;
    if (this.#isAwaitingResults(task)) return messages.tasksCard.awaitsResults;
    const failure = errorMessages?.at(-1);
    if (status === 'ERROR')
      return failure
        ? renderErrorMessage(failure.errorCode, failure.message, messages)
        : messages.tasksCard.failed;
    if (status === 'TODO') return messages.tasksCard.waits;
    if (name === 'repair_estimate') return '';
    if (name !== 'damage_detection' || status === 'NOT_STARTED') return messages.photos(images.length);
    const detected = listDamages(this.loaded).filter(({ createdBy }) => createdBy !== 'user');
    return messages.tasksCard.found(images.length, detected.length);
  }
}

/**
 * Returns true if the task is the repair estimate and other tasks still run. The estimate is computed at once and follows
 * their results: it is done when they are.
 */
export function isAwaitingResults({ name, status }: Task, tasks: readonly Task[]): boolean {
  const areRunning = tasks.some((task) => task.status === 'TODO' || task.status === 'IN_PROGRESS');
  return name === 'repair_estimate' && status === 'DONE' && areRunning;
}
