export type Route = { name: 'list' } | { name: 'new' } | { name: 'detail'; id: string };

export function currentRoute(): Route {
  const [, first, second] = location.hash.split('/');
  if (first === 'new') return { name: 'new' };
  if (first === 'inspections' && second) return { name: 'detail', id: second };
  return { name: 'list' };
}

export const isRoute = (hash: string) => hash === '' || hash.startsWith('#/');

export const hrefOf = (inspectionId: string) => `#/inspections/${inspectionId}`;

export function goTo(hash: string): void {
  location.hash = hash;
}
