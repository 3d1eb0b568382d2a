import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';

/** A service that runs beside the page's server. */
export interface ServiceBeside {
  /** Its base URL, with the version. */
  url: string;
  token(): Promise<string>;
}

/**
 * Serves the service's configuration and development tokens to the page, and proxies its requests and the fleet page. Page and service have one
 * origin, whatever address a phone uses. For development only: everyone who can load the page gets a token.
 */
export function serviceEndpoint(service: ServiceBeside): Plugin {
  const { origin, pathname } = new URL(service.url);
  const proxied = { target: origin, changeOrigin: true };
  const responses: Record<string, () => Promise<string>> = {
    '/service.json': async () => JSON.stringify({ baseUrl: `.${pathname}` }),
    '/service-token': () => service.token(),
  };
  return {
    name: 'service-endpoint',
    config: () => ({ preview: { proxy: { [pathname]: proxied, '/fleet': proxied } } }),
    configurePreviewServer({ middlewares }) {
      middlewares.use(async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
        const respond = responses[new URL(request.url ?? '/', 'http://localhost').pathname];
        if (!respond) return next();
        response.setHeader('Cache-Control', 'no-store');
        response.setHeader('Content-Type', 'text/plain');
        response.end(await respond());
      });
    },
  };
}
