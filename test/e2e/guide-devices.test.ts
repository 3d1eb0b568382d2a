import type { CDPSession, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Sight } from '../../src/domain/sights/sight.ts';
import {
  openCapture,
  readStatus,
  setCameraPermission,
  showFrame,
  useGuideDevices,
} from './pages/guide-devices-driver.ts';
import { quality, vehicle } from './pages/scripted-frames.ts';

/**
 * What the browser itself provides: permission, two cameras and their photos, sensors, vibration. Chromium's fake cameras have no
 * torch and no facing mode: capture-element.browser.test.ts has stand-ins for those.
 */
const LEFT: Sight = { kind: 'viewpoint', id: 'left' };
const FRONT: Sight = { kind: 'viewpoint', id: 'front' };
const GOOD = /^Good\. Hold still/;
const devices = useGuideDevices();

// Proves fault F26.
test('says that the camera is refused, and opens it after the user allowed it', async () => {
  const { page, devtools } = await devices.open({ camera: 'denied' });
  await openCapture(page, [LEFT]);
  await expect.poll(() => readStatus(page)).toMatch(/^The camera is blocked for this page/);
  await setCameraPermission(devtools, 'granted');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => readStatus(page)).toMatch(GOOD);
});

// Proves fault F26.
test('says that the camera is refused when the user takes the permission back', {
  tags: 'long',
}, async () => {
  const { page, devtools } = await devices.open();
  await openCapture(page, [LEFT]);
  await expect.poll(() => readStatus(page)).toMatch(GOOD);
  await setCameraPermission(devtools, 'denied');
  await expect.poll(() => readStatus(page)).toMatch(/^The camera is blocked for this page/);
});

// Proves fault F26.
test('switches between two cameras, and stops the other one', { tags: 'long' }, async () => {
  const { page } = await devices.open();
  await openCapture(page, [LEFT]);
  await expect.poll(() => readStatus(page)).toMatch(GOOD);
  const first = await readCamera(page);
  const stream = await page.evaluateHandle(() => {
    const video = document.querySelector('kerbside-capture')?.shadowRoot?.querySelector('video');
    return video?.srcObject as MediaStream;
  });
  await page.getByRole('button', { name: 'Switch camera' }).click();
  await expect.poll(() => readCamera(page)).not.toBe(first);
  expect(await stream.evaluate(({ active }) => active)).toBe(false);
  await page.getByRole('button', { name: 'Switch camera' }).click();
  await expect.poll(() => readCamera(page)).toBe(first);
});

/** Returns the id of the camera whose picture is visible. */
function readCamera(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const video = document.querySelector('kerbside-capture')?.shadowRoot?.querySelector('video');
    const stream = video?.videoWidth ? (video.srcObject as MediaStream | null) : null;
    return stream?.getVideoTracks()[0]?.getSettings().deviceId;
  });
}

test('takes the photo of a camera whose photos are larger than its video', { tags: 'long' }, async () => {
  const { page } = await devices.open();
  await showFrame(page, vehicle({}, 'front'));
  await page.evaluate(() => window.guideDevices.takeFront(640));
  // A frame would be a JPEG. The fake camera encodes its photos as PNG.
  expect(await page.evaluate(() => window.guideDevices.photos)).toEqual([
    { sight: 'front', isAutomatic: true, type: 'image/png' },
  ]);
});

test('the gyroscope says that the phone moves, the accelerometer that it is not level', {
  tags: 'long',
}, async () => {
  const { page, devtools } = await devices.open({ prepare: addSensors });
  await openCapture(page, [LEFT]);
  await expect.poll(() => readStatus(page)).toMatch(GOOD);
  await setSensors(devtools, { gyroscope: { x: 0, y: 2, z: 0 } });
  await expect.poll(() => readStatus(page)).toBe('Hold still');
  await setSensors(devtools, { accelerometer: { x: 5, y: 8.4, z: 0 } });
  await expect.poll(() => readStatus(page)).toBe('Hold the phone level');
  await setSensors(devtools, {});
  await expect.poll(() => readStatus(page)).toMatch(GOOD);
});

interface Sensors {
  /** In metres per second squared, with gravity. */
  accelerometer: { x: number; y: number; z: number };
  /** In radians per second. */
  gyroscope: { x: number; y: number; z: number };
}

const STILL = { x: 0, y: 0, z: 0 };

/** Chromium reports the motion of a phone only if all three sensors are there when the page opens. */
async function addSensors(devtools: CDPSession): Promise<void> {
  for (const type of ['accelerometer', 'gyroscope', 'linear-acceleration'] as const) {
    await devtools.send('Emulation.setSensorOverrideEnabled', { enabled: true, type });
    await devtools.send('Emulation.setSensorOverrideReadings', { type, reading: { xyz: STILL } });
  }
  await setSensors(devtools, {});
}

/** Sets what the sensors of the phone measure, by default of one that is held upright and still. */
async function setSensors(devtools: CDPSession, changed: Partial<Sensors>): Promise<void> {
  const { accelerometer, gyroscope } = {
    accelerometer: { x: 0, y: 9.8, z: 0 },
    gyroscope: STILL,
    ...changed,
  };
  const send = (type: keyof Sensors, xyz: typeof STILL) =>
    devtools.send('Emulation.setSensorOverrideReadings', { type, reading: { xyz } });
  await send('accelerometer', accelerometer);
  await send('gyroscope', gyroscope);
}

test('vibrates once for an instruction and twice for a photo', { tags: 'long' }, async () => {
  const { page } = await devices.open();
  await showFrame(page, quality({ underexposure: 0.9 }));
  await openCapture(page, [LEFT]);
  await expect.poll(() => readStatus(page)).toMatch(/^Too dark/);
  await showFrame(page, vehicle({}, 'front'));
  await expect.poll(() => readStatus(page)).toBe('Walk to the right');
  await page.getByRole('button', { name: 'Take the photo' }).click();
  await expect.poll(() => page.evaluate(() => window.guideDevices.photos.length)).toBe(1);
  // The browser accepts a vibration only after the user has tapped the page.
  expect(await page.evaluate(() => window.guideDevices.vibrations)).toEqual([
    { pattern: 30, isAccepted: true },
    { pattern: 30, isAccepted: true },
    { pattern: [40, 60, 40], isAccepted: true },
  ]);
});

test('guides without vibration where the browser has none', { tags: 'long' }, async () => {
  const { page } = await devices.open({
    script: () => Reflect.deleteProperty(Navigator.prototype, 'vibrate'),
  });
  const errors: unknown[] = [];
  page.on('pageerror', (error) => errors.push(error));
  expect(await page.evaluate(() => 'vibrate' in navigator)).toBe(false);
  await showFrame(page, vehicle({}, 'left'));
  await openCapture(page, [FRONT]);
  await expect.poll(() => readStatus(page)).toBe('Walk to the left');
  await page.getByRole('button', { name: 'Take the photo' }).click();
  await expect.poll(() => page.evaluate(() => window.guideDevices.photos.length)).toBe(1);
  expect(errors).toEqual([]);
});
