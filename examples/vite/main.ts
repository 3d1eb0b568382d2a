import { openKerbside } from 'kerbside';
import { defineElements, type KerbsidePhoto } from 'kerbside/elements';
import { files } from 'kerbside/files';
import { deviceModels } from 'kerbside/models';

defineElements();

const models = deviceModels(files.models);
const kerbside = await openKerbside({ user: { id: 'inspector' }, models });

const input = document.querySelector<HTMLInputElement>('#photo');
const result = document.querySelector('#result');
const photoElement = document.querySelector<KerbsidePhoto>('#shown');

input?.addEventListener('change', async () => {
  const [photo] = input.files ?? [];
  if (!photo || !result || !photoElement) return;
  Object.assign(photoElement, { photo, views: [], damages: [] });
  result.textContent = 'Analyzing …';
  try {
    const { damages, views } = await inspect(photo);
    Object.assign(photoElement, { damages, views });
    result.textContent = `Detected: ${damages.map(({ damageType }) => damageType).join(', ') || 'nothing'}`;
  } catch (error) {
    result.textContent = String(error);
  }
});

document.querySelector('#prepare')?.addEventListener('click', async () => {
  await navigator.serviceWorker.register('./sw.js');
  await navigator.serviceWorker.ready;
  await models.preload(); // models, workers and runtime
  if (result) result.textContent = 'Ready. This page works offline now.';
});

async function inspect(photo: File) {
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  const { entities } = await kerbside.inspections.getOne(id);
  return { damages: Object.values(entities.damages), views: Object.values(entities.views) };
}
