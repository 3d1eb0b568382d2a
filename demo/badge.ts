import type { InspectionStatus, ProgressStatus } from 'kerbside';
import { h } from './dom.ts';
import { statusLabels } from './format.ts';

export function badge(status: ProgressStatus | InspectionStatus | 'deleted'): HTMLElement {
  const label = status === 'deleted' ? 'Deleted' : statusLabels[status];
  return h('span', { class: 'badge', 'data-status': status }, label);
}
