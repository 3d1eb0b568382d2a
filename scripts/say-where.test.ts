import { expect, test } from 'vitest';
import { sayWhere } from './say-where.mjs';

const url = 'http://localhost:5417/';
const phone = 'http://192.0.2.7:5417/';

test('it names the address for this computer and for a phone, with a code to scan and what HTTPS is for', async () => {
  const said = await sayWhere({ url, networkUrls: [phone], isSecure: false });
  expect(said).toContain(url);
  expect(said).toContain(phone);
  expect(said).toContain('▄');
  expect(said).toContain('HTTPS_CERT');
  expect(said).toContain('http://192.0.2.7:5417 under');
});

test('with a certificate, or without a network, it says no more than that', async () => {
  const secure = await sayWhere({ url, networkUrls: [phone], isSecure: true });
  expect(secure).not.toContain('HTTPS_CERT');
  expect(await sayWhere({ url, networkUrls: [], isSecure: false })).toBe(
    `Kerbside is at ${url} (Ctrl-C stops it)`,
  );
});
