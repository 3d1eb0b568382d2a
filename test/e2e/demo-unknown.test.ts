// @module-tag long
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { pdfText } from '../fixtures/pdf-text.ts';
import { captureSight, createInspection, type Demo, goToStep, photoFile, useDemo } from './demo-driver.ts';

/** The second walk: nothing works. Every screen says what is not known, and shows no number for it. */
const demo = useDemo();

test('with a failed model, a dead service and no network, no screen shows a number that is not known', async () => {
  const opened = await demo.open({ width: 1280 });
  const { page, context } = opened;
  await breakEverything(opened);
  await page.reload();
  await page.getByText('No inspections yet.').waitFor();
  await failAnalysis(page);
  await expectNothingInvented(page, 'results');
  await goToStep(page, 'Report');
  await page.getByRole('link', { name: 'Inspect this vehicle again' }).click();
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await page.getByRole('heading', { name: 'Not analysed' }).waitFor();
  await expectNothingInvented(page, 'results, not started');
  await page.getByRole('link', { name: 'Then and now: what is new' }).click();
  await page.getByRole('heading', { name: 'Then and now' }).waitFor();
  await page.getByText('is not known yet').waitFor();
  await expectNothingInvented(page, 'comparison');
  await page.getByText('No service').waitFor();
  await page.getByRole('link', { name: 'Kerbside' }).click();
  await page.getByText('Analysis failed', { exact: true }).waitFor();
  await expectNothingInvented(page, 'list');
  await page.getByRole('link', { name: /^No service/ }).click();
  await page.getByText('The service cannot be reached').waitFor();
  await expectNothingInvented(page, 'sync centre');

  await page.getByRole('link', { name: 'Renault Clio' }).last().click();
  await goToStep(page, 'Report');
  await page.getByRole('button', { name: 'Create report' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save PDF' }).click();
  const text = await pdfText(await readFile(await (await downloading).path()));
  expect(findInvented(text), `the PDF: ${text}`).toEqual([]);

  await context.setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await expectNothingInvented(page, 'report, offline');
  await goToStep(page, 'Results');
  await page.getByRole('heading', { name: 'Analysis failed' }).waitFor();
  await expectNothingInvented(page, 'results, offline');
});

/** The models cannot be loaded, and the service never responds. */
async function breakEverything({ context }: Demo): Promise<void> {
  await context.route('**/*.onnx', (route) => route.abort());
  await context.route('**/service.json', (route) => route.fulfill({ json: { baseUrl: './v1/' } }));
  await context.route('**/service-token', (route) => route.fulfill({ body: 'token' }));
  await context.route('**/v1/**', (route) => route.abort());
}

async function failAnalysis(page: Page): Promise<void> {
  await createInspection(page);
  await captureSight(page, 'front', await photoFile('front.jpg', 1));
  await page.getByRole('button', { name: 'Start analysis' }).click();
  await page.getByRole('heading', { name: 'Analysis failed' }).waitFor();
}

async function expectNothingInvented(page: Page, screen: string): Promise<void> {
  const snapshot = await page.locator('body').ariaSnapshot(); // with the text in shadow roots
  const text = snapshot.replaceAll(/\/url: .*/g, '');
  expect(findInvented(text), `${screen}: ${text}`).toEqual([]);
}

/** Returns prices, and zeros that stand alone: nothing was analysed, so there are none. That nobody checked a side is known. */
function findInvented(text: string): string[] {
  return text.match(/€\s?[\d.,]+|[\d.,]+\s?€|(?<![\w.,:])0(?![\w.,:]| of 8$)[^\n]*/gm) ?? [];
}
