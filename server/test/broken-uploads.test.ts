import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startService } from '../test-support/start-service.ts';

test('a client that disconnects during an upload causes no internal error and stores nothing', async () => {
  const log: string[] = [];
  const service = await startService({ log: (line) => log.push(line) });
  const token = await service.tokenFor({ id: 'ann' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const whole = '{"tasks":{}}';
  const upload = request(`${service.url}/inspections`, {
    method: 'POST',
    headers: { ...headers, 'content-length': whole.length },
  });
  const failed = new Promise((resolve) => upload.once('error', resolve));
  upload.write(whole.slice(0, 5));
  const [socket] = await once(upload, 'socket');
  await once(socket, 'connect');
  const list = async () => (await fetch(`${service.url}/inspections`, { headers })).json();
  expect(await list()).toMatchObject({ data: [] }); // by now the service is reading the body
  upload.destroy();
  await failed;
  expect(await list()).toMatchObject({ data: [] });
  await service.close();
  expect(log).toEqual([]);
});
