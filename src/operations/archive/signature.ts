import type { Platform } from '../../platform/ports.ts';

type SignaturePlatform = Pick<Platform, 'notes' | 'randomBytes' | 'sha256'>;

const KEY_BYTES = 32;
const BLOCK_BYTES = 64;

/**
 * Signs exports with a key that never leaves this device, so that an import recognizes them.
 *
 * The key is a note outside the database: it survives a storage loss. If it is lost, or cannot be stored, exports are
 * imported as copies.
 */
export interface ExportSigner {
  /** Returns the signature of a hash, or undefined if this device cannot keep a key. */
  sign(hash: string): Promise<string | undefined>;
  /** Returns whether this device signed the hash. */
  isOwn(hash: string, signature: string): Promise<boolean>;
}

/** @param note - The name of the note that keeps the key. */
export function createExportSigner(
  { notes, randomBytes, sha256 }: SignaturePlatform,
  note: string,
): ExportSigner {
  const signWith = (key: string, hash: string) => hmacSha256(fromHex(key), encode(hash), sha256);
  return {
    async sign(hash) {
      if (notes.read(note) === undefined) notes.write(note, toHex(randomBytes(KEY_BYTES)));
      const key = notes.read(note);
      return key === undefined ? undefined : signWith(key, hash);
    },
    async isOwn(hash, signature) {
      const key = notes.read(note);
      return key !== undefined && (await signWith(key, hash)) === signature;
    },
  };
}

/** Returns the HMAC-SHA-256 (RFC 2104) in lower-case hex. The key has at most 64 bytes. */
export async function hmacSha256(
  key: Uint8Array,
  message: Uint8Array,
  sha256: SignaturePlatform['sha256'],
): Promise<string> {
  const padWith = (value: number) =>
    Uint8Array.from({ length: BLOCK_BYTES }, (_, n) => (key[n] ?? 0) ^ value);
  const inner = await sha256(join(padWith(0x36), message));
  return sha256(join(padWith(0x5c), fromHex(inner)));
}

function join(first: Uint8Array, second: Uint8Array): ArrayBuffer {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined.buffer;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
