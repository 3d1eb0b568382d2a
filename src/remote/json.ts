import type { HttpResponse } from './transport.ts';

/** The body as JSON; undefined where it is none (a page of HTML, a body cut short, nothing at all). */
export function jsonOf({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}
