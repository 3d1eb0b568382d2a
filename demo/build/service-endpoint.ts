import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';

/** A service that runs beside the page's own server. */
export interface ServiceBeside {
  /** Where it is, version included. */
  url: string;
  token(): Promise<string>;
}

/**
 * Tells the page of the service, hands it development tokens, and passes requests on: to the browser, page and service
 * are one origin, on whatever address a phone reaches them. For development: whoever reaches the page gets a token.
 */
export function serviceEndpoint(service: ServiceBeside): Plugin {
  const { origin, pathname } = new URL(service.url);
  const answers: Record<string, () => Promise<string>> = {
    '/service.json': async () => JSON.stringify({ baseUrl: `.${pathname}` }),
    '/service-token': () => service.token(),
  };
  return {
    name: 'service-endpoint',
    config: () => ({ preview: { proxy: { [pathname]: { target: origin, changeOrigin: true } } } }),
    configurePreviewServer({ middlewares }) {
      middlewares.use(async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
        const answer = answers[new URL(request.url ?? '/', 'http://localhost').pathname];
        if (!answer) return next();
        response.setHeader('Cache-Control', 'no-store');
        response.setHeader('Content-Type', 'text/plain');
        response.end(await answer());
      });
    },
  };
}
