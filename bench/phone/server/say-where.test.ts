import { expect, test } from 'vitest';
import { sayWhere } from './say-where.ts';

const url = 'http://localhost:5427/';
const networkUrls = ['https://192.0.2.7:5428/'];

test('it names the addresses, with a code to scan, what the warning is about, and the way by cable', async () => {
  const said = await sayWhere({ url, networkUrls }, false);
  for (const part of [
    url,
    'https://192.0.2.7:5428/',
    '▄',
    'the phone warns',
    'adb reverse tcp:5427 tcp:5427',
  ])
    expect(said).toContain(part);
});

test('a certificate of one’s own needs no excuse, and without a network there is the cable', async () => {
  expect(await sayWhere({ url, networkUrls }, true)).not.toContain('the phone warns');
  const alone = await sayWhere({ url, networkUrls: [] }, false);
  expect(alone).toContain('adb reverse');
  expect(alone).not.toContain('On a phone in the same network');
});
