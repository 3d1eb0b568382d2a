import { expect, test } from 'vitest';
import { sha256 } from '../../platform/sha256.ts';
import { createExportSigner, hmacSha256 } from './signature.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test.each([
  [
    Uint8Array.from({ length: 20 }, () => 0x0b),
    'Hi There',
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    encode('Jefe'),
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
])('hmacSha256 matches test case %# of RFC 4231', async (key, message, expected) => {
  expect(await hmacSha256(key, encode(message), sha256)).toBe(expected);
});

function device({ canStore = true } = {}) {
  const notes = new Map<string, string | undefined>();
  const platform = {
    sha256,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    notes: {
      read: (name: string) => notes.get(name),
      write: (name: string, text: string | undefined) => canStore && notes.set(name, text),
    },
  };
  return { notes, open: () => createExportSigner(platform, 'key') };
}

test('a device recognizes its own signatures after a restart, and no other', async () => {
  const [here, there] = [device(), device()];
  const signature = (await here.open().sign('hash')) ?? '';
  expect(await here.open().isOwn('hash', signature)).toBe(true);
  expect(await here.open().isOwn('other hash', signature)).toBe(false);
  expect(await here.open().isOwn('hash', '')).toBe(false);
  expect(await there.open().isOwn('hash', signature)).toBe(false);
  await there.open().sign('hash');
  expect(await there.open().isOwn('hash', signature)).toBe(false);
});

test('a device that cannot store a key signs nothing', async () => {
  const { open } = device({ canStore: false });
  expect(await open().sign('hash')).toBeUndefined();
});
