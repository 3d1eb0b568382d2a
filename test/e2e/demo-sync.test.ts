import { expect, test } from 'vitest';
import { buildAndServe } from '../../demo/serve.mjs';
import { type RunningService, startService } from '../../server/index.ts';
import {
  analyse,
  captureSight,
  createInspection,
  photoFile,
  useDemo,
  waitingToBeSent,
} from './demo-driver.ts';
import { temporaryFolder } from './temporary-folder.ts';

let service: RunningService;

/** As `npm start` serves it: the reference service beside the page. */
const demo = useDemo(async () => {
  service = await startService();
  const outDir = await temporaryFolder();
  const token = () => service.tokenFor({ id: 'inspector' });
  const server = await buildAndServe({ port: 0, outDir: outDir.path, service: { url: service.url, token } });
  return {
    url: server.url,
    async close() {
      await server.close();
      await service.close();
      await outDir.remove();
    },
  };
});

test('what is recorded without a network is sent when there is one, and the service then has it', async () => {
  const { page, context } = await demo.open();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await context.setOffline(true);
  await createInspection(page);
  await captureSight(page, 'front', await photoFile('front.jpg', 3));
  expect(Number(await waitingToBeSent(page))).toBeGreaterThan(0);
  await page.getByRole('link', { name: /to send/ }).click();
  await page
    .locator('kerbside-sync')
    .getByText(/\d waiting/)
    .waitFor();

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText('Everything has been sent.').waitFor({ timeout: 60_000 });
  await expect.poll(() => waitingToBeSent(page)).toBe('0');

  await page.goBack();
  await analyse(page);
  await expect.poll(() => waitingToBeSent(page), { timeout: 60_000 }).toBe('0');
  const headers = { Authorization: `Bearer ${await service.tokenFor({ id: 'inspector' })}` };
  const list = await (await fetch(`${service.url}/inspections`, { headers })).json();
  expect(list.data).toHaveLength(1);
  const kept = await (await fetch(`${service.url}/inspections/${list.data[0].id}`, { headers })).json();
  expect(kept.images).toHaveLength(1);
  expect(kept.tasks.map(({ status }: { status: string }) => status)).toContain('DONE');
});
