import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createSelfSigned } from './self-signed.ts';

test('is valid for its hosts only, from yesterday, for 90 days', () => {
  const { cert } = createSelfSigned(['localhost', '192.0.2.7'], new Date('2026-11-15T10:00:00Z'));
  const certificate = new X509Certificate(cert);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkIP('192.0.2.7')).toBe('192.0.2.7');
  expect(certificate.checkHost('example.org')).toBeUndefined();
  expect(certificate.ca).toBe(false);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect([certificate.validFrom, certificate.validTo].map((at) => new Date(at).toISOString())).toEqual([
    '2026-11-14T10:00:00.000Z',
    '2027-02-13T10:00:00.000Z',
  ]);
});

test('a client that trusts it connects over TLS', async () => {
  const { cert, key } = createSelfSigned(['localhost', '127.0.0.1'], new Date());
  const server = createServer({ cert, key }, (_request, response) => response.end('hello'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const [response] = await once(get({ host: '127.0.0.1', port, ca: cert, agent: false }), 'response');
  expect(await text(response)).toBe('hello');
});
