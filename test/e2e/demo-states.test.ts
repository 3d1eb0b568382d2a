// @module-tag long
import { expect, test } from 'vitest';
import { useDemo } from './demo-driver.ts';
import { everyState } from './demo-states.ts';
import { findLayoutProblems } from './layout-problems.ts';

const demo = useDemo();

test('every state fits 320 px and has no serious axe violation, in English and light, in French and dark', async () => {
  const { page, context } = await demo.open({ width: 320 });
  const found: string[] = [];
  await everyState({ page, context }, async (state) => {
    found.push(...(await findLayoutProblems(page, state)));
  });
  expect(found).toEqual([]);
}, 900_000);
