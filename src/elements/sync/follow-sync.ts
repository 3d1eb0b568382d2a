import { EVENT_TYPES } from '../../domain/events.ts';
import type { Kerbside } from '../../kerbside.ts';
import { coalesced } from '../../platform/coalesce.ts';

/** Events that say nothing about what is sent, many of them a second. */
const NOT_OURS = ['model.progress', 'task.progress', 'network.measured', 'sync.asked'];

/** Calls back at once and whenever what is sent may have changed; never twice at a time. The answer stops it. */
export function followSync(kerbside: Pick<Kerbside, 'on'>, changed: () => Promise<void>): () => void {
  const refresh = coalesced(changed);
  const types = EVENT_TYPES.filter((type) => !NOT_OURS.includes(type));
  const ends = types.map((type) => kerbside.on(type, refresh));
  refresh();
  return () => {
    for (const end of ends) end();
  };
}
