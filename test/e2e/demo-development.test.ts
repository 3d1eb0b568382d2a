import { test } from 'vitest';
import { createInspection, photoFile, tiles, useDemo } from './demo-driver.ts';
import { serveDemo } from './serve.ts';

const demo = useDemo(serveDemo);

test('the development server runs the workers from their source', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  await page.getByLabel('Choose photos').setInputFiles(await photoFile('front.jpg', 1));
  await tiles(page).getByText('Good photo').waitFor();
  await page.getByRole('button', { name: 'Start: Damage detection' }).click();
  await page.getByRole('button', { name: 'Validate: Damage detection' }).waitFor();
});
