import { afterEach, expect, test } from 'vitest';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import { smallPhoto } from '../support/photos.ts';
import { scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

/** One undecodable photo fails the task. */

const dent = { damageType: 'dent', partType: 'hood', on: { front: [0.1, 0.1, 0.2, 0.2] } } as const;

function failingOnBroken(model: string): Analyzer {
  const { analyze } = scriptedAnalyzer(model, [{ ...dent, on: { front: [...dent.on.front] } }]);
  return {
    async analyze(request) {
      if (!request.images.some(({ name }) => name === 'broken')) return analyze(request);
      throw new KerbsideError('photo_invalid', 'broken: This photo could not be decoded.');
    },
  };
}

const service = useService({ analyzer: failingOnBroken('service'), pollMs: 50 });

let device: SyncedDevice;
afterEach(() => device.kerbside.close());

const detection = 'damage_detection';

async function failed(route: 'device' | 'remote') {
  device = await syncedDevice(service, failingOnBroken('device'), { route });
  const { kerbside } = device;
  if (route === 'remote') device.connect();
  const { result: id } = await kerbside.inspections.createOne({ tasks: { [detection]: {} } });
  const added: string[] = [];
  for (const name of ['front', 'broken']) {
    const input = { name, tasks: [detection as typeof detection], additionalData: { side: name } };
    added.push((await kerbside.images.addOne(id, input, await smallPhoto(1, 80, 60))).result);
  }
  await kerbside.tasks.updateOne(id, detection, { status: 'TODO' });
  expect(await rejection(kerbside.tasks.whenDone(id, detection))).toMatchObject({ code: 'task_failed' });
  const [front = '', broken = ''] = added;
  return { kerbside, id, front, broken };
}

test.each(['device', 'remote'] as const)(
  // Proves fault F21.
  'the task completes after the undecodable photo is deleted (route: %s)',
  async (route) => {
    const { kerbside, id, front, broken } = await failed(route);
    await kerbside.images.deleteOne(id, broken);
    await kerbside.tasks.updateOne(id, detection, { status: 'TODO' });
    await kerbside.tasks.whenDone(id, detection);
    const { entities } = await kerbside.inspections.getOne(id);
    expect(Object.values(entities.damages).map(({ damageType }) => damageType)).toEqual(['dent']);
    expect(await rejection(kerbside.images.deleteOne(id, front))).toMatchObject({ code: 'task_started' });
    device.connect();
    await device.waitUntilSynced();
    const { remoteId } = await kerbside.sync.statusOf(id);
    const there = await device.remote.images.getMany(remoteId ?? '');
    expect(Object.values(there.entities.images).map(({ name }) => name)).toEqual(['front']);
  },
);

test('a started task accepts no replacement image', async () => {
  const { kerbside, id } = await failed('device');
  const another = kerbside.images.addOne(id, { tasks: [detection] }, await smallPhoto());
  expect(await rejection(another)).toMatchObject({ code: 'task_started' });
});
