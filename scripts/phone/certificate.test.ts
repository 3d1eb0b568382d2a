import { expect, test } from 'vitest';
import { readCertificate } from './certificate.ts';

test('no certificate is read if none is named', () => {
  expect(readCertificate({})).toBeUndefined();
});

test.each([{ HTTPS_CERT: 'cert.pem' }, { HTTPS_KEY: 'key.pem' }])(
  'half a certificate is refused: %o',
  (env) => {
    expect(() => readCertificate(env)).toThrow('Set HTTPS_CERT and HTTPS_KEY');
  },
);
