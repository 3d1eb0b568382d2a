export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: Safari fetches the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** `Citroën C3`, `zip` → `kerbside-citroen-c3.zip`. */
export function fileNameOf(title: string, type: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `kerbside-${plain.replace(/[^a-z0-9]+/g, '-')}.${type}`;
}
