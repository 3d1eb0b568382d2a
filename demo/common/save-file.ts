export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Safari fetches the URL only after the click event: revoke it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** `Citroën C3`, `zip` → `kerbside-citroen-c3.zip`. */
export function toFileName(title: string, type: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `kerbside-${plain.replace(/[^a-z0-9]+/g, '-')}.${type}`;
}
