/** What a client's calls need, in Node and in a page. */
export interface CallInput {
  /** The service's base URL: `http://127.0.0.1:8787/v1`. */
  url: string;
  token: string;
  /** A JPEG photo of 64 x 48 pixels. */
  photo: Uint8Array<ArrayBuffer>;
  /** Where the service can download the same photo. */
  photoUrl: string;
  /** Called before each call. */
  onCall?(name: string): void;
}

/** One call of a client: its name, and a function that makes it and checks what the client returns. */
export type Call = [name: string, run: () => Promise<void>];

/** How a call went. */
export interface CallResult {
  call: string;
  /** Why it failed. Absent if it succeeded. */
  failure?: string;
}

/** Makes calls one after the other. A failure does not end the run: later calls may not depend on it. */
export async function runCalls(
  calls: readonly Call[],
  { onCall }: Pick<CallInput, 'onCall'>,
): Promise<CallResult[]> {
  const results: CallResult[] = [];
  for (const [call, run] of calls) {
    onCall?.(call);
    try {
      await run();
      results.push({ call });
    } catch (error) {
      results.push({ call, failure: describe(error) });
    }
  }
  return results;
}

/** Throws if the client read something else than expected. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`${what} is ${got}, expected ${wanted}`);
}

/** Throws if the client read nothing. */
export function expectPresent(value: unknown, what: string): void {
  if (value === undefined || value === null || value === '' || value === 0)
    throw new Error(`${what} is missing`);
}

/** Both clients attach the service's response to their errors, each in its own way. */
function describe(error: unknown): string {
  const { message, body, response } = error as {
    message?: string;
    body?: { message?: string };
    response?: { data?: { message?: string } };
  };
  return [message, body?.message ?? response?.data?.message].filter(Boolean).join(': ');
}
