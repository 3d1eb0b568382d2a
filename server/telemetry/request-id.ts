/** The header of a request's id, in requests and responses. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** What common proxies and tracers create: UUIDs, ULIDs, hexadecimal numbers. Nothing that could break a log line. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,63}$/;
/** W3C Trace Context: version, trace id, parent id, flags. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/**
 * Returns the id of a request: its own `X-Request-Id`, else the trace id of its `traceparent`, else a new one. Invalid
 * headers are ignored.
 */
export function chooseRequestId(
  header: (name: string) => string | undefined,
  createId: () => string = () => crypto.randomUUID(),
): string {
  const given = header(REQUEST_ID_HEADER);
  if (given !== undefined && REQUEST_ID.test(given)) return given;
  return TRACE_PARENT.exec(header('traceparent') ?? '')?.[1] ?? createId();
}
