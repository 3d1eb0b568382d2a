import type { Result } from '../result.ts';

/** Sends the result to the computer that serves this page. Returns a message for the user. */
export async function postResult(result: Result): Promise<string> {
  try {
    const response = await fetch('results', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(result),
    });
    const { file, message } = (await response.json()) as { file?: string; message?: string };
    return response.ok
      ? `Stored on the computer as ${file}.`
      : `Not stored: the computer rejected it: ${message}`;
  } catch {
    return 'Not stored: the computer did not respond. Is it still running?';
  }
}
