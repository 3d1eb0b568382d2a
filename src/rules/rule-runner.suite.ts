import type { InspectionEvent } from '../domain/events.ts';
import type { Operation } from '../domain/outbox/operation.ts';
import type { CreateTasks } from '../domain/records/task.ts';
import { createInspection } from './inspections.ts';
import type { Rule, RuleContext } from './rule.ts';
import type { InspectionState } from './state.ts';

export const NOW = '2026-05-01T10:00:00.000Z';

/** A context with ids that count up: `id-001`, `id-002`, … */
export function createContext(): RuleContext {
  let count = 0;
  return {
    user: { id: 'ann', organizationId: 'rentals' },
    now: NOW,
    newId: () => `id-${String(++count).padStart(3, '0')}`,
  };
}

export const PHOTO = {
  bytes: new ArrayBuffer(8),
  type: 'image/jpeg',
  sha256: 'abc',
  width: 400,
  height: 300,
};

/** Applies rules to one inspection, as commits do, and collects what they decide. */
export class RuleRunner {
  readonly context = createContext();
  readonly operations: Operation[] = [];
  readonly events: InspectionEvent[] = [];
  state: InspectionState;

  constructor(tasks: CreateTasks = { damage_detection: {} }) {
    const { state } = createInspection({ tasks }, [], this.context);
    this.state = state;
  }

  apply<Result>(rule: Rule<Result>): Result {
    const decision = rule(this.state, this.context);
    this.state = decision.state;
    this.operations.push(...decision.operations);
    this.events.push(...decision.events);
    return decision.result;
  }

  operationKinds(): string[] {
    return this.operations.map(({ kind }) => kind);
  }
}
