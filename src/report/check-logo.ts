import { invalidField } from '../domain/check.ts';
import { LIMITS } from '../domain/limits.ts';

/** The first bytes of PNG and JPEG files. */
const SIGNATURES = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];

/**
 * Returns the bytes of a company's logo.
 *
 * @throws `invalid_input` if it is not a PNG or JPEG, or too large. The rest of its header is checked when a report is
 *   made, by the worker: it has the code for it.
 */
export function checkLogo(logo: ArrayBuffer | Uint8Array): Uint8Array {
  const bytes = logo instanceof Uint8Array ? logo : new Uint8Array(logo);
  if (bytes.length > LIMITS.logoBytes)
    throw invalidField('logo', `at most ${LIMITS.logoBytes} bytes`, bytes.length);
  if (!SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte)))
    throw invalidField('logo', 'a PNG or JPEG', 'another file');
  return bytes;
}
