import QRCode from 'qrcode';

/**
 * Where the app is, for this computer and for a phone on the same network.
 * @param {{ url: string, networkUrls: readonly string[], isSecure: boolean }} where
 */
export async function sayWhere({ url, networkUrls: [phone], isSecure }) {
  const here = `Kerbside is at ${url} (Ctrl-C stops it)`;
  if (!phone) return here;
  const code = await QRCode.toString(phone, { type: 'terminal', small: true });
  const note = isSecure
    ? 'The phone has to trust the certificate.'
    : `A phone opens cameras and keeps pages for use offline only over HTTPS: name a certificate that it trusts with
HTTPS_CERT and HTTPS_KEY, or in Chrome on Android allow ${new URL(phone).origin} under
chrome://flags/#unsafely-treat-insecure-origin-as-secure.`;
  return `${here}\n\nOn a phone in the same network: ${phone}\n${code}\n${note}\nWhoever reaches that address can use the app and its service: this is for development.`;
}
