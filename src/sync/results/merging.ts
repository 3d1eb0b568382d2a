export { abandonResults } from './abandon-results.ts';
export { adoptDamage } from './adopt-damage.ts';
export { mergeResults } from './merge-results.ts';
