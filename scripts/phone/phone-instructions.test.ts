import { expect, test } from 'vitest';
import { formatPhoneInstructions } from './phone-instructions.ts';

const url = 'http://localhost:5427/';
const networkUrls = ['https://192.0.2.7:5428/'];

test('contains the address with a QR code, the certificate warning, and the way by cable', async () => {
  const text = await formatPhoneInstructions({
    url,
    networkUrls,
    isTrusted: false,
    limitation: 'Service workers are refused.',
  });
  for (const part of [
    'https://192.0.2.7:5428/',
    '▄',
    'the phone shows a warning, which you can accept. Service workers are refused.',
    'HTTPS_CERT',
    'adb reverse tcp:5427 tcp:5427, then http://localhost:5427/',
  ])
    expect(text).toContain(part);
});

test('names the port also if it is the default of http', async () => {
  const text = await formatPhoneInstructions({ url: 'http://localhost:80/', networkUrls, isTrusted: true });
  expect(text).toContain('adb reverse tcp:80 tcp:80, then http://localhost:80/');
});

test('omits the warning for a trusted certificate, and has only the cable without a network', async () => {
  const trusted = await formatPhoneInstructions({
    url,
    networkUrls,
    isTrusted: true,
    limitation: 'Service workers are refused.',
  });
  expect(trusted).not.toMatch(/self-signed|Service workers/);
  const offline = await formatPhoneInstructions({ url, networkUrls: [], isTrusted: false });
  expect(offline).toContain('adb reverse');
  expect(offline).not.toContain('On a phone in the same network');
});
