// kerbside/ holds what the package has in dist/browser/ and dist/workers/; models/ is the package's models/.
import { openKerbside } from './kerbside/kerbside.js';

const kerbside = await openKerbside({
  user: { id: 'inspector' },
  workers: './kerbside/workers/',
  models: './models/',
});

document.querySelector('#photo')?.addEventListener('change', async ({ target }) => {
  const [photo] = (target instanceof HTMLInputElement && target.files) || [];
  if (!photo) return;
  say('#result', 'Looking …');
  try {
    const types = await inspect(photo);
    say('#result', `Found: ${types.join(', ') || 'nothing'}`);
  } catch (error) {
    say('#result', String(error));
  }
});

/** @param {File} photo */
async function inspect(photo) {
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  const { entities } = await kerbside.inspections.getOne(id);
  return Object.values(entities.damages).map(({ damageType }) => damageType);
}

document.querySelector('#prepare')?.addEventListener('click', async () => {
  say('#prepared', 'Fetching models …');
  try {
    await navigator.serviceWorker.register('./sw.js', { type: 'module' });
    await navigator.serviceWorker.ready;
    await kerbside.preload();
    say('#prepared', 'Ready: this page now works without a network.');
  } catch (error) {
    say('#prepared', String(error));
  }
});

/**
 * @param {string} place
 * @param {string} text
 */
function say(place, text) {
  const element = document.querySelector(place);
  if (element) element.textContent = text;
}
