// @module-tag long
import { test } from 'vitest';
import {
  analyse,
  captureSight,
  createInspection,
  photoFile,
  serveLightModels,
  useDemo,
  waitForQuality,
} from './demo-driver.ts';
import { serveDemo } from './serve.ts';

const demo = useDemo(serveDemo);

test('the development server runs the built workers', async () => {
  const { page, context } = await demo.open();
  await serveLightModels(context);
  await createInspection(page);
  await captureSight(page, 'front', await photoFile('front.jpg', 1));
  await waitForQuality(page, 'front');
  await analyse(page);
});
