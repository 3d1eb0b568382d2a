export interface ClientResponse {
  status: number;
  body: string;
}

const END_OF_HEAD = '\r\n\r\n';

/**
 * Reads an HTTP/1.1 response that declares its length, as all responses to creates do.
 *
 * @returns undefined if it is not complete yet.
 */
export function readResponse(received: Buffer): ClientResponse | undefined {
  const end = received.indexOf(END_OF_HEAD);
  if (end === -1) return undefined;
  const head = received.toString('latin1', 0, end);
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (status === undefined || length === undefined) throw new Error(`An unexpected response: ${head}`);
  const start = end + END_OF_HEAD.length;
  if (received.length < start + Number(length)) return undefined;
  return { status: Number(status), body: received.toString('utf8', start, start + Number(length)) };
}
