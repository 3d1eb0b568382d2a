import { describe, expect, it } from 'vitest';
import { PROGRESS_STATUSES, type ProgressStatus } from '../../src/domain/enums.ts';
import { stateOf } from '../../test/fixtures/databases/records.ts';
import { listDueCallbacks } from './follow-ups.ts';

const callback = (callbackEvent: 'STATUS_SET_TO_DONE' | 'STATUS_SET_TO_ERROR') => ({
  url: `https://a.example/${callbackEvent}`,
  headers: {},
  callbackEvent,
});

function due(from: ProgressStatus | undefined, to: ProgressStatus): string[] {
  const state = stateOf('i', { task: to });
  const callbacks = [callback('STATUS_SET_TO_DONE'), callback('STATUS_SET_TO_ERROR')];
  const tasks = state.tasks.map((task) => ({ ...task, callbacks }));
  const before = from === undefined ? [] : [{ name: 'damage_detection' as const, status: from }];
  return listDueCallbacks(before, { ...state, tasks }).map(({ body }) => body.event);
}

describe('listDueCallbacks', () => {
  // Proves wire C2.
  it('returns callbacks when a task becomes DONE or ERROR, by their event', () => {
    for (const from of ['NOT_STARTED', 'TODO', 'IN_PROGRESS'] as const) {
      expect(due(from, 'DONE')).toEqual(['STATUS_SET_TO_DONE']);
      expect(due(from, 'ERROR')).toEqual(['STATUS_SET_TO_ERROR']);
    }
    expect(due('ERROR', 'DONE')).toEqual(['STATUS_SET_TO_DONE']);
  });

  it('returns none otherwise', () => {
    for (const status of PROGRESS_STATUSES) expect(due(status, status)).toEqual([]);
    for (const status of ['NOT_STARTED', 'TODO', 'IN_PROGRESS', 'VALIDATED', 'IN_REVIEW'] as const) {
      expect(due('DONE', status)).toEqual([]);
      expect(due(undefined, status)).toEqual([]);
    }
  });
});
