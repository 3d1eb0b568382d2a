import { expect, it } from 'vitest';
import { getRefreshPauseMs } from './sync-refresh.ts';

it('reads the status less often if there are many operations', () => {
  expect(getRefreshPauseMs(undefined)).toBe(1_000);
  const none = { queued: 0, sending: 0, waiting: 0, blocked: 0 };
  expect(getRefreshPauseMs({ operations: none })).toBe(1_000);
  const operations = { queued: 9_000, sending: 4, waiting: 996, blocked: 0 };
  expect(getRefreshPauseMs({ operations })).toBe(11_000);
});
