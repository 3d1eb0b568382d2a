import { basename, join } from 'node:path';
import { inject, test } from 'vitest';
import {
  analyse,
  captureSight,
  createInspection,
  photoFile,
  useDemo,
  waitForQuality,
} from './demo-driver.ts';
import { serveDemo } from './serve.ts';

const demo = useDemo(serveDemo);

test('the development server runs the workers from their source', async () => {
  const { page, context } = await demo.open();
  const models = join(inject('demo'), 'models');
  await context.route('**/models/*', (route) =>
    route.fulfill({ path: join(models, basename(new URL(route.request().url()).pathname)) }),
  );
  await createInspection(page);
  await captureSight(page, 'front', await photoFile('front.jpg', 1));
  await waitForQuality(page, 'front');
  await analyse(page);
});
