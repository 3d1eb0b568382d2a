import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { RESULT_BYTES, type Result } from '../result.ts';
import type { ResultFiles } from './result-files.ts';

/** `POST /results` stores a result. */
export function createResultsHandler(files: ResultFiles, onKept: (result: Result, file: string) => void) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const respond = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'POST') return respond(405, { message: 'POST only' });
    // Other sites cannot send this type without a preflight request, which fails.
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      return respond(415, { message: 'A result is sent as application/json.' });
    const text = await textUpTo(RESULT_BYTES, request);
    if (text === undefined) return respond(413, { message: `A result has at most ${RESULT_BYTES} bytes.` });
    try {
      const { result, file } = await files.keep(JSON.parse(text));
      onKept(result, file);
      respond(201, { file });
    } catch (error) {
      respond(422, { message: error instanceof Error ? error.message : String(error) });
    }
  };
}

export function resultsEndpoint(files: ResultFiles, onKept: (result: Result, file: string) => void): Plugin {
  const handle = createResultsHandler(files, onKept);
  return {
    name: 'results-endpoint',
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/results') return next();
        handle(request, response).catch(next);
      });
    },
  };
}

/** Returns undefined if the body is too large. The rest is read and dropped, so that the client gets the response. */
async function textUpTo(most: number, request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= most) parts.push(part);
  }
  return length > most ? undefined : Buffer.concat(parts).toString('utf8');
}
