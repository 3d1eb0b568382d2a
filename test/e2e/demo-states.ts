import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import {
  analyse,
  captureSight,
  createInspection,
  goToStep,
  patchedPhoto,
  photoFile,
  sight,
  waitForPhotos,
  waitingToBeSent,
} from './demo-driver.ts';

const LONG_NAME = `${'a-long-name-'.repeat(6)}.jpg`;

/**
 * What a person may have before them, one after the other, in English; `look` is called at each. Texts that were read
 * are looked at where they are read (demo-analysis.test.ts): the models that read take as long as all of this.
 */
export async function everyState({ page, context }: Opened, look: Look): Promise<void> {
  await look('empty list');
  await page.getByRole('link', { name: 'New inspection' }).first().click();
  await look('form');
  await page.getByLabel('Mileage', { exact: true }).fill('-5');
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByRole('alert').getByText('at least 0').waitFor();
  await look('form refused');
  await page.getByLabel('Mileage', { exact: true }).fill('42000');
  await page.getByRole('link', { name: 'Kerbside' }).click();

  await captureStates(page, look);
  await resultStates(page, look);
  await photoStates(page, look);
  await reportStates(page, look);
  await comparisonStates(page, look);
  await syncStates({ page, context }, look);
}

type Opened = { page: Page; context: BrowserContext };
type Look = (state: string) => Promise<void>;

/** An analysis whose models never come. */
export async function analysisUnderWay({ page, context }: Opened): Promise<void> {
  await context.route('**/*.onnx', () => {});
  await createInspection(page);
  await captureSight(page, 'front', await photoFile('front.jpg', 1));
  await page.getByRole('button', { name: 'Start analysis' }).click();
  await page.locator('app-tasks [data-status=IN_PROGRESS]').first().waitFor();
}

async function captureStates(page: Page, look: Look): Promise<void> {
  await createInspection(page, { make: 'Renault', model: 'Clio', tasks: ['Wheel analysis'] });
  await look('capture, nothing taken');
  await page.getByRole('button', { name: 'Take photo: Front', exact: true }).click();
  await page.locator('kerbside-capture').getByRole('dialog').waitFor();
  await look('camera');
  await page.getByRole('button', { name: 'Close' }).click();
  const size = { width: 1280, height: 960 };
  const front = await photoFile('front.jpg', 1, { ...size, view: 'front' });
  const left = await patchedPhoto('left.jpg');
  await captureSight(page, 'front', { ...front, buffer: await sharp(front.buffer).blur(9).toBuffer() });
  await sight(page, 'front').getByText('The photo is blurry').waitFor();
  await captureSight(page, 'left', left);
  await sight(page, 'left').getByText('Good photo').waitFor();
  await page
    .getByLabel('Choose photos')
    .setInputFiles([
      await photoFile(LONG_NAME, 5, { ...size, view: 'rear', damages: ['broken_light'] }),
      { name: `${'b'.repeat(80)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('no photo') },
    ]);
  await waitForPhotos(page, 1);
  await look('capture');
}

async function resultStates(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'Start analysis' }).click();
  await page.getByRole('button', { name: 'Validate: Damage detection' }).waitFor();
  const form = page.locator('app-damage-list form');
  for (const [type, part] of [
    ['dent', 'door_front_right'],
    ['scratch', 'bumper_front'],
  ] as const) {
    await form.getByLabel('Type of damage').selectOption(type);
    await form.getByRole('combobox', { name: 'Part', exact: true }).selectOption(part);
    await form.getByRole('button', { name: 'Add damage' }).click();
  }
  await page.getByRole('button', { name: 'Remove Scratch, Bumper (front)' }).waitFor();
  await look('results');
  await page.getByRole('button', { name: 'Change Scratch, Bumper (front)' }).click();
  await page.getByText('Edit vehicle').click();
  await look('results, changing');
}

async function photoStates(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'Open photo Left side' }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('img', { name: 'Photo Left side' }).waitFor();
  await look('photo');
  await viewer.getByRole('button', { name: 'Draw a box' }).click();
  const place = await viewer.locator('.frame').boundingBox();
  const at = (x: number, y: number) =>
    [(place?.x ?? 0) + (place?.width ?? 0) * x, (place?.y ?? 0) + (place?.height ?? 0) * y] as const;
  await page.mouse.move(...at(0.3, 0.45));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.65));
  await look('drawing');
  await page.mouse.up();
  await viewer.getByRole('button', { name: 'Add damage' }).waitFor();
  await look('drawn');
  await viewer.getByRole('button', { name: 'Cancel' }).click();
  await viewer.getByRole('button', { name: 'Close' }).click();
}

async function reportStates(page: Page, look: Look): Promise<void> {
  await goToStep(page, 'Report');
  await look('report');
  await page.getByRole('button', { name: 'Create report' }).click();
  await page.getByRole('button', { name: 'Save PDF' }).waitFor();
  await look('report made');
  await page.getByRole('button', { name: 'Delete inspection' }).click();
  await look('delete?');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
}

async function comparisonStates(page: Page, look: Look): Promise<void> {
  await page.getByRole('link', { name: 'Inspect this vehicle again' }).click();
  await page.getByText('Follows the inspection of').waitFor();
  await look('form, again');
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByText('0 of 8 taken').waitFor();
  await captureSight(page, 'left', await patchedPhoto('left.jpg'));
  await analyse(page);
  await page.getByRole('button', { name: 'Add damage' }).click();
  await page.getByRole('link', { name: 'What is new since the earlier inspection' }).click();
  await page.getByRole('region', { name: /^New/ }).waitFor();
  await look('comparison');
}

/** A service that takes nothing: what it refuses is blocked, what follows waits. */
async function syncStates({ page, context }: Opened, look: Look): Promise<void> {
  await page.getByRole('link', { name: /to send/ }).click();
  await look('sync centre, no service');
  await context.route('**/service.json', (route) => route.fulfill({ json: { baseUrl: './v1/' } }));
  await context.route('**/service-token', (route) => route.fulfill({ body: 'token' }));
  await context.route('**/v1/**', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { data: [], paging: { cursors: {} } } })
      : route.fulfill({ status: 422, json: { message: 'the organisation has no such vehicle' } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).first().waitFor();
  await page.getByRole('link', { name: '1 blocked' }).waitFor(); // the second inspection waits for the first
  await page.getByText('Renault Clio: New inspection').first().waitFor();
  await look('sync centre, blocked');
  await page.getByRole('button', { name: 'Discard' }).first().click();
  await look('sync centre, discard?');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await context.setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await look('sync centre, offline');
  await context.setOffline(false);
  if (Number(await waitingToBeSent(page)) === 0) throw new Error('nothing waits to be sent');
  await page.getByRole('link', { name: 'Kerbside' }).click();
  await look('list');
}
