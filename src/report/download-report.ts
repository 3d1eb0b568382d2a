import { KerbsideError } from '../errors.ts';

/** Some megabytes over a poor link; one that has stalled ends too. */
const LONGEST_MS = 120_000;

/** The bytes of a report that the service made. What is no PDF (a portal's page, say) counts as no answer. */
export async function downloadReport(url: string, fetcher: typeof fetch): Promise<ArrayBuffer> {
  let bytes: ArrayBuffer;
  try {
    const response = await fetcher(url, { signal: AbortSignal.timeout(LONGEST_MS) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw notThere(cause instanceof Error ? cause.message : String(cause), cause);
  }
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 5));
  if (head !== '%PDF-') throw notThere('what came is no PDF');
  return bytes;
}

function notThere(reason: string, cause?: unknown): KerbsideError {
  return new KerbsideError(
    'remote_unavailable',
    `The report could not be downloaded: ${reason}. Try again.`,
    {
      retryable: true,
      cause,
    },
  );
}
