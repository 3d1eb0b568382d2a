import { expect, test } from 'vitest';
import { formatPhoneInstructions } from './phone-instructions.ts';

const url = 'http://localhost:5427/';
const networkUrls = ['https://192.0.2.7:5428/'];

test('it names the address for a phone, with a code to scan, what the warning is about, and the way by cable', async () => {
  const said = await formatPhoneInstructions({
    url,
    networkUrls,
    isTrusted: false,
    limitation: 'Service workers are refused.',
  });
  for (const part of [
    'https://192.0.2.7:5428/',
    '▄',
    'the phone warns, and goes on when told to. Service workers are refused.',
    'HTTPS_CERT',
    'adb reverse tcp:5427 tcp:5427, then http://localhost:5427/',
  ])
    expect(said).toContain(part);
});

test('a certificate that somebody vouches for needs no excuse, and without a network there is the cable', async () => {
  const vouched = await formatPhoneInstructions({
    url,
    networkUrls,
    isTrusted: true,
    limitation: 'Service workers are refused.',
  });
  expect(vouched).not.toMatch(/the phone warns|Service workers/);
  const alone = await formatPhoneInstructions({ url, networkUrls: [], isTrusted: false });
  expect(alone).toContain('adb reverse');
  expect(alone).not.toContain('On a phone in the same network');
});
