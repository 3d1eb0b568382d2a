import QRCode from 'qrcode';

export interface PageAddresses {
  /** URL on this computer. */
  url: string;
  /** HTTPS URLs for phones on the same network. Empty without a network. */
  networkUrls: readonly string[];
  /** Whether phones trust the certificate. */
  isTrusted: boolean;
  /** What does not work on a phone that does not trust the certificate. */
  limitation?: string;
}

/** Returns how to open a page on a phone: its URLs, a QR code, and the way by USB cable. */
export async function formatPhoneInstructions({
  url,
  networkUrls,
  isTrusted,
  limitation = '',
}: PageAddresses): Promise<string> {
  const port = new URL(url).port || '80';
  const cable = `By cable (Chrome on Android, USB debugging on): adb reverse tcp:${port} tcp:${port}, then ${url} on the phone.`;
  const [phone] = networkUrls;
  if (!phone) return cable;
  const code = await QRCode.toString(phone, { type: 'terminal', small: true });
  const warning = isTrusted
    ? ''
    : `Its certificate is self-signed: the phone shows a warning, which you can accept.${limitation && ` ${limitation}`}
To use a certificate that the phone trusts, set HTTPS_CERT and HTTPS_KEY.\n`;
  return `On a phone in the same network: ${networkUrls.join(' or ')}\n${code}\n${warning}${cable}`;
}
