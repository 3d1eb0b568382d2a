import QRCode from 'qrcode';
import type { PhoneBench } from './serve.ts';

/** Where the page is, and what a phone needs to open it. */
export async function sayWhere({ url, networkUrls }: Omit<PhoneBench, 'close'>, isOwnCertificate: boolean) {
  const { port } = new URL(url);
  const [phone] = networkUrls;
  const cable = `By cable (Chrome on Android, USB debugging on): adb reverse tcp:${port} tcp:${port}, then ${url} on the phone.`;
  const here = `On this computer: ${url} (Ctrl-C stops it)`;
  if (!phone) return `${here}\n${cable}`;
  const code = await QRCode.toString(phone, { type: 'terminal', small: true });
  const warning = isOwnCertificate
    ? ''
    : `Nobody vouches for its certificate, which was made just now: the phone warns, and goes on when told to. Plain
http would not do: there a browser has no hashes, no threads, no Cache Storage and no WebGPU. A certificate that the
phone trusts can be named with HTTPS_CERT and HTTPS_KEY.\n`;
  return `${here}\nOn a phone in the same network: ${networkUrls.join(' or ')}\n${code}\n${warning}${cable}`;
}
