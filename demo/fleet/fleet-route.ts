/** Returns the id of the inspection that the page shows. Empty: the list. */
export function readRoute(hash: string): string {
  const [, name, id] = hash.split('/');
  if (name !== 'inspections' || !id) return '';
  try {
    return decodeURIComponent(id);
  } catch {
    return id; // the service says that there is no such inspection
  }
}
