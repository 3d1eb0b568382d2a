import { expect, it } from 'vitest';
import { EventHub } from '../../src/operations/events.ts';
import { createHeldEvents } from './request-store.ts';

const silent = { post() {}, onMessage() {}, close() {} };

it('publishes the events of a transaction after its commit, once and in order', () => {
  const target = new EventHub(silent);
  const received: string[] = [];
  target.on('inspection.created', ({ inspectionId }) => received.push(`created ${inspectionId}`));
  target.on('inspection.updated', ({ inspectionId }) => received.push(`updated ${inspectionId}`));
  const { events, publish } = createHeldEvents(target);
  events.publish({ type: 'inspection.created', inspectionId: 'a' });
  events.publish({ type: 'inspection.updated', inspectionId: 'a' });
  expect(received).toEqual([]);
  publish();
  publish();
  expect(received).toEqual(['created a', 'updated a']);
});
