import { openKerbside } from 'kerbside';

const kerbside = await openKerbside({
  user: { id: 'inspector' },
  // Engines without a worker here are not used: with one there is one runtime to serve, not three.
  workers: {
    wasm: () => new Worker(new URL('kerbside/workers/wasm.js', import.meta.url), { type: 'module' }),
  },
  runtime: './runtime/',
  models: './models/',
});
const result = document.querySelector('#result');

document.querySelector('#photo')?.addEventListener('change', async ({ target }) => {
  const [photo] = (target instanceof HTMLInputElement && target.files) || [];
  if (!photo || !result) return;
  result.textContent = 'Looking …';
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  try {
    await kerbside.tasks.whenDone(id, 'damage_detection');
    const { entities } = await kerbside.inspections.getOne(id);
    const types = Object.values(entities.damages).map(({ damageType }) => damageType);
    result.textContent = `Found: ${types.join(', ') || 'nothing'}`;
  } catch (error) {
    result.textContent = String(error);
  }
});
