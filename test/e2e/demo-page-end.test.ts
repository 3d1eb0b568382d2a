// @module-tag long
import { expect, test } from 'vitest';
import { analyse, captureSight, createInspection, patchedPhoto, useDemo } from './demo-driver.ts';

const demo = useDemo();

test('texts for screen readers do not extend the page below its visible content', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  await captureSight(page, 'left', await patchedPhoto('left.jpg'));
  await analyse(page);
  const blank = await page.evaluate(
    () => document.documentElement.scrollHeight - document.body.getBoundingClientRect().bottom - scrollY,
  );
  expect(blank).toBeLessThan(2);
});
