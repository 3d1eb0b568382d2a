import type { TaskRouting } from '../../operations/run-task.ts';
import { loadChunk } from '../../platform/load-chunk.ts';
import type { Router, RouterDeps, RouterOptions } from './router.ts';

/** Creates the routing, whose code is loaded with the first task that this device could run: most apps that only send have none. */
export function createLazyRouting(options: RouterOptions, deps: RouterDeps): TaskRouting {
  let router: Router | undefined;
  return {
    isFinal: options.results === 'device',
    async shouldRunOnDevice(inspectionId, name, signal) {
      const chunk = await loadChunk('routes tasks', () => import('./router.ts'));
      router ??= new chunk.Router(options, deps);
      return router.shouldRunOnDevice(inspectionId, name, signal);
    },
  };
}
