/**
 * Reloads the page if its server responds. A reload without a network would show the browser's own error page, and browsers
 * differ in whether a failed import can be repeated without a reload.
 */
export async function reloadWhenReachable(): Promise<void> {
  const response = await fetch('./', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (response?.ok) location.reload();
}
