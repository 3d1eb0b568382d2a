export const STEPS = ['capture', 'results', 'report'] as const;
export type Step = (typeof STEPS)[number];

export type Route =
  | { name: 'list' }
  | { name: 'new'; follows?: string }
  | { name: 'inspection'; id: string; step?: Step }
  | { name: 'compare'; id: string }
  | { name: 'sync' };

export function currentRoute(): Route {
  const [, first, second, third] = location.hash.split('/');
  if (first === 'new') return { name: 'new', ...(second && { follows: second }) };
  if (first === 'sync') return { name: 'sync' };
  if (first !== 'inspections' || !second) return { name: 'list' };
  if (third === 'compare') return { name: 'compare', id: second };
  const step = STEPS.find((one) => one === third);
  return { name: 'inspection', id: second, ...(step && { step }) };
}

export const isRoute = (hash: string) => hash === '' || hash.startsWith('#/');

export const hrefOf = (inspectionId: string, page?: Step | 'compare') =>
  `#/inspections/${inspectionId}${page ? `/${page}` : ''}`;

export function goTo(hash: string): void {
  location.hash = hash;
}
