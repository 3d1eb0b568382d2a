import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { KerbsideError } from '../../src/errors.ts';
import type { Queries } from '../database/database.ts';
import type { Service } from '../service.ts';
import { getRequestId, observeRequests, REQUEST_ID_HEADER } from '../telemetry/observe-requests.ts';
import { addCommonHeaders } from './common-headers.ts';
import { toErrorResponse } from './error-response.ts';

/** Whether an instance is alive and ready, for load balancers and orchestrators. */
export interface Health {
  /** Reports the instance as not ready from now on: it is stopping. */
  drain(): void;
  /** Adds `/livez`, `/readyz` and `/health` to an app. They need no token. */
  addTo(app: Hono): void;
}

/**
 * Liveness and readiness are apart: an orchestrator restarts an instance that is not alive, and sends no requests to one
 * that is not ready. A restart does not bring back a database, so liveness does not check it.
 *
 * @param timeoutMs - Timeout of the database check. It is short: load balancers do not wait long.
 */
export function createHealth(database: Queries, timeoutMs: number): Health {
  let isDraining = false;
  return {
    drain() {
      isDraining = true;
    },
    addTo(app) {
      app.get('/livez', (context) => context.json({ status: 'ok' }));
      app.get('/readyz', async (context) => {
        if (isDraining) return context.json({ message: 'The instance is stopping.' }, 503);
        await checkDatabase(database, timeoutMs);
        return context.json({ status: 'ok' });
      });
      app.get('/health', async (context) => {
        await checkDatabase(database, timeoutMs);
        return context.json({ status: 'ok' });
      });
    },
  };
}

/** Creates the HTTP app of a worker: its health and nothing else. */
export function createWorkerApp(service: Service, health: Health): Hono {
  const app = new Hono();
  app.use(observeRequests(service));
  app.use(addCommonHeaders((context) => ({ [REQUEST_ID_HEADER]: getRequestId(context) })));
  health.addTo(app);
  app.notFound((context) => context.json({ message: 'This instance is a worker. It serves no API.' }, 404));
  app.onError((error, context) => toErrorResponse(context, error, service.logger));
  return app;
}

/** @throws `storage_unavailable` if the database fails or does not respond within `timeoutMs`. */
async function checkDatabase(database: Queries, timeoutMs: number): Promise<void> {
  const responded = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: responded.signal }).then(() => {
    throw new KerbsideError('storage_unavailable', `The database did not respond within ${timeoutMs} ms.`, {
      retryable: true,
    });
  });
  try {
    await Promise.race([database.query('select 1'), timeout]);
  } finally {
    timeout.catch(() => {});
    responded.abort();
  }
}
