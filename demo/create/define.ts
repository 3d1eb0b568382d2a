import { NewInspection } from './new-inspection.ts';

export function definePage(): void {
  customElements.define('app-new-inspection', NewInspection);
}
