import { type CallInput, type CallResult, runCalls } from './calls.ts';

/** A request of a client, as it was sent. `{n}` stands for the id in the response to request n. */
export interface RecordedRequest {
  call: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Sends recorded requests with their headers. A call succeeds if the service accepts each of its requests. */
export async function run(
  { default: requests }: { default: RecordedRequest[] },
  input: CallInput,
): Promise<CallResult[]> {
  const ids: string[] = [];
  const fill = (text: string) =>
    text.replace(/\{(\d+)\}/g, (_, index) => ids[Number(index)] ?? '').replaceAll('{photo}', input.photoUrl);
  const send = async ({ method, path, headers, body }: RecordedRequest): Promise<void> => {
    const response = await fetch(input.url + fill(path), {
      method,
      headers: { ...headers, Authorization: `Bearer ${input.token}` },
      ...(body !== undefined && { body: fill(JSON.stringify(body)) }),
    });
    const json = (await response.json()) as { id?: string; message?: string };
    if (response.status === 422) return send({ method, path, headers, body } as RecordedRequest); // the report is not ready
    if (!response.ok) throw new Error(`${response.status}: ${json.message}`);
    ids.push(json.id ?? '');
  };
  const names = [...new Set(requests.map(({ call }) => call))];
  return runCalls(
    names.map((name) => [
      name,
      async () => {
        for (const request of requests) if (request.call === name) await send(request);
      },
    ]),
    input,
  );
}
