import type { DrawnView } from './drawing.ts';

/** Detail of `damage-select`. */
export interface DamageSelectDetail {
  /** Undefined if the user deselects the damage. */
  damageId: string | undefined;
}

/** Detail of `view-adjusted`. */
export interface ViewAdjustedDetail extends DrawnView {
  viewId: string;
}
