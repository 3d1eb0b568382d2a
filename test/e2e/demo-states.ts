import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import {
  addDamage,
  analyse,
  captureSight,
  createInspection,
  goToStep,
  openDetails,
  patchedPhoto,
  photoFile,
  readOutboxCount,
  sight,
  waitForAnalysis,
  waitForPhotos,
} from './demo-driver.ts';

const LONG_NAME = `${'a-long-name-'.repeat(6)}.jpg`;

/**
 * Visits every state of the app, in English, and calls `check` in each. demo-analysis.test.ts checks the states with
 * recognized text: the OCR models take as long as all of this.
 */
export async function everyState({ page, context }: Opened, check: CheckState): Promise<void> {
  await check('empty list');
  await page.getByRole('link', { name: 'New inspection' }).first().click();
  await check('form');
  await page.getByLabel('Mileage', { exact: true }).fill('-5');
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByRole('alert').getByText('at least 0').waitFor();
  await check('form rejected');
  await page.getByLabel('Mileage', { exact: true }).fill('42000');
  await page.getByRole('link', { name: 'Kerbside' }).click();

  await captureStates(page, check);
  await resultStates(page, check);
  await photoStates(page, check);
  await reportStates(page, check);
  await comparisonStates(page, check);
  await syncStates({ page, context }, check);
}

type Opened = { page: Page; context: BrowserContext };
type CheckState = (state: string) => Promise<void>;

/** Starts an analysis whose model download never ends. */
export async function startEndlessAnalysis({ page, context }: Opened): Promise<void> {
  await context.route('**/*.onnx', () => {});
  await createInspection(page);
  await captureSight(page, 'front', await photoFile('front.jpg', 1));
  await page.getByRole('button', { name: 'Start analysis' }).click();
  await page.locator('app-tasks [data-status=IN_PROGRESS]').first().waitFor();
}

async function captureStates(page: Page, check: CheckState): Promise<void> {
  await createInspection(page, { make: 'Renault', model: 'Clio', tasks: ['Wheel analysis'] });
  await check('capture, nothing taken');
  await page.getByRole('button', { name: 'Take photo: Front', exact: true }).click();
  await page.locator('kerbside-capture').getByRole('dialog').waitFor();
  await check('camera');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const size = { width: 1280, height: 960 };
  const front = await photoFile('front.jpg', 1, { ...size, view: 'front' });
  const left = await patchedPhoto('left.jpg');
  await captureSight(page, 'front', { ...front, buffer: await sharp(front.buffer).blur(9).toBuffer() });
  await sight(page, 'front').getByText('The photo is blurry').waitFor();
  await captureSight(page, 'left', left);
  await sight(page, 'left').getByText('Sharp and well lit').waitFor();
  await page
    .getByLabel('Choose photos')
    .setInputFiles([
      await photoFile(LONG_NAME, 5, { ...size, view: 'rear', damages: ['broken_light'] }),
      { name: `${'b'.repeat(80)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('no photo') },
    ]);
  await waitForPhotos(page, 1);
  await check('capture');
  await page.getByRole('button', { name: 'Close-up of a damage' }).click();
  await check('where on the car');
  await page.locator('kerbside-car [data-part=hood]').press('Enter');
  await check('capture, close-up');
  await page.getByRole('button', { name: 'Cancel' }).click();
}

async function resultStates(page: Page, check: CheckState): Promise<void> {
  await page.getByRole('button', { name: 'Start analysis' }).click();
  await waitForAnalysis(page);
  await addDamage(page, 'dent', 'door_front_right');
  await addDamage(page, 'scratch', 'bumper_front');
  await addDamage(page, 'scratch', 'ignore');
  await openDetails(page);
  await page.getByText('Edit vehicle').click();
  await check('results');
  await page.getByRole('button', { name: 'Open Scratch, Bumper (front)' }).click();
  const review = page.getByRole('dialog');
  await check('review');
  await review.getByRole('button', { name: 'Change' }).click();
  await check('review, changing');
  await review.getByRole('button', { name: 'Cancel' }).click();
  await review.getByRole('button', { name: 'Dismiss' }).click();
  await review.getByRole('button', { name: 'Close', exact: true }).click();
}

async function photoStates(page: Page, check: CheckState): Promise<void> {
  await page.getByRole('button', { name: 'Open photo Left side' }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('img', { name: 'Photo Left side' }).waitFor();
  await check('photo');
  await viewer.getByRole('button', { name: 'Draw a box' }).click();
  const place = await viewer.locator('.frame').boundingBox();
  const at = (x: number, y: number) =>
    [(place?.x ?? 0) + (place?.width ?? 0) * x, (place?.y ?? 0) + (place?.height ?? 0) * y] as const;
  await page.mouse.move(...at(0.3, 0.45));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.65));
  await check('drawing');
  await page.mouse.up();
  await viewer.getByRole('button', { name: 'Add damage' }).waitFor();
  await check('drawn');
  await viewer.getByRole('button', { name: 'Cancel' }).click();
  await viewer.getByRole('button', { name: 'Close', exact: true }).click();
}

async function reportStates(page: Page, check: CheckState): Promise<void> {
  await goToStep(page, 'Report');
  await check('report');
  await page.getByRole('button', { name: 'Create report' }).click();
  await page.getByRole('button', { name: 'Save PDF' }).waitFor();
  await check('report made');
  await page.getByRole('button', { name: 'Delete inspection' }).click();
  await check('delete dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
}

async function comparisonStates(page: Page, check: CheckState): Promise<void> {
  await page.getByRole('link', { name: 'Inspect this vehicle again' }).click();
  await page.getByText('Follows the inspection of').waitFor();
  await check('form, again');
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByText('0 of 11 taken').waitFor();
  await captureSight(page, 'left', await patchedPhoto('left.jpg'));
  await analyse(page);
  await addDamage(page);
  await page.getByRole('link', { name: 'Then and now: what is new' }).click();
  await page.getByText('unclear: not charged').waitFor();
  await check('comparison, undecided');
  const choose = (damage: string, status: string) =>
    page
      .getByRole('group', { name: `State of: ${damage}` })
      .getByRole('button', { name: status })
      .click();
  await choose('Scratch, Bumper (front)', 'New');
  await choose('Scratch, Part not identified', 'Gone');
  await page.getByLabel('Charge the customer').waitFor();
  await page.getByRole('button', { name: 'Scratch Part not identified Gone' }).waitFor(); // moves down in the list
  await page.getByRole('button', { name: 'Scratch Door (front left) Same' }).click();
  await page.getByRole('slider', { name: 'Line between the earlier photo' }).waitFor();
  await check('comparison');
}

/** Uses a service that rejects everything: the first operation is blocked, the rest of its chain waits. */
async function syncStates({ page, context }: Opened, check: CheckState): Promise<void> {
  await page.getByRole('link', { name: /to send/ }).click();
  await check('sync centre, no service');
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
  await check('sync centre, blocked');
  await page.getByRole('button', { name: 'Discard' }).first().click();
  await check('sync centre, discard dialog');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await context.setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await check('sync centre, offline');
  await context.setOffline(false);
  if (Number(await readOutboxCount(page)) === 0) throw new Error('The outbox is empty');
  await page.getByRole('link', { name: 'Kerbside' }).click();
  await check('list');
}
