import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** Certificate and key in PEM, as the servers of Node and Vite accept them. */
export interface Certificate {
  cert: string;
  key: string;
}

const DAYS = 90;
const TAG = { integer: 2, bits: 3, octets: 4, oid: 6, utf8: 12, utcTime: 23, sequence: 48, set: 49 } as const;
/** Object identifiers as DER bytes. */
const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  extendedKeyUsage: '551d25',
  subjectAltName: '551d11',
  serverAuth: '2b06010505070301',
} as const;

/**
 * Creates a self-signed certificate. A phone warns once, and then the page is a secure context.
 *
 * This file encodes X.509 (RFC 5280) itself, because Node can read certificates but not create them.
 */
export function createSelfSigned(hosts: readonly string[], now: Date): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const name = sequence(
    der(TAG.set, sequence(oid(OID.commonName), der(TAG.utf8, Buffer.from('Kerbside, for development')))),
  );
  const end = new Date(now.getTime() + DAYS * 86_400_000);
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(new Date(now.getTime() - 86_400_000)), time(end)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...createExtensions(hosts))),
  );
  const certificate = sequence(body, algorithm, bits(sign('sha256', body, privateKey)));
  return { cert: pem('CERTIFICATE', certificate), key: exportKey(privateKey) };
}

function createExtensions(hosts: readonly string[]): Buffer[] {
  const names = hosts.map((host) =>
    isIPv4(host)
      ? der(0x87, Buffer.from(host.split('.').map(Number)))
      : der(0x82, Buffer.from(host, 'ascii')),
  );
  return [
    encodeExtension(OID.basicConstraints, sequence()),
    encodeExtension(OID.extendedKeyUsage, sequence(oid(OID.serverAuth))),
    encodeExtension(OID.subjectAltName, sequence(...names)),
  ];
}

function encodeExtension(name: string, value: Buffer): Buffer {
  return sequence(oid(name), der(TAG.octets, value));
}

/** Encodes a value: tag, length, content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const value = Buffer.concat(content);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const sequence = (...parts: Buffer[]) => der(TAG.sequence, ...parts);
const oid = (hex: string) => der(TAG.oid, Buffer.from(hex, 'hex'));
const integer = (bytes: Buffer) => der(TAG.integer, bytes);
const bits = (bytes: Buffer) => der(TAG.bits, Buffer.from([0]), bytes);

/** YYMMDDHHMMSSZ */
function time(date: Date): Buffer {
  return der(TAG.utcTime, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

function exportKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
