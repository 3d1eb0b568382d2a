// kerbside/ contains dist/browser/ and dist/workers/ of the package. models/ is its models/ folder.
import { deviceModels, openKerbside } from './kerbside/kerbside.js';

const models = deviceModels({ workers: './kerbside/workers/', folder: './models/' });
const kerbside = await openKerbside({ user: { id: 'inspector' }, models });

document.querySelector('#photo')?.addEventListener('change', async ({ target }) => {
  const [photo] = (target instanceof HTMLInputElement && target.files) || [];
  if (!photo) return;
  show('#result', 'Analyzing …');
  try {
    const types = await inspect(photo);
    show('#result', `Detected: ${types.join(', ') || 'nothing'}`);
  } catch (error) {
    show('#result', String(error));
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
  show('#prepared', 'Downloading models …');
  try {
    await navigator.serviceWorker.register('./sw.js', { type: 'module' });
    await navigator.serviceWorker.ready;
    await models.preload();
    show('#prepared', 'Ready. This page works offline now.');
  } catch (error) {
    show('#prepared', String(error));
  }
});

/**
 * @param {string} selector
 * @param {string} text
 */
function show(selector, text) {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
}
