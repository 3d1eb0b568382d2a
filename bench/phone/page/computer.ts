import * as v from 'valibot';
import { type Result, resultSchema } from '../result.ts';

/** The computer that serves this page and stores results. */
const address = 'results';

/** Fetches the results of the computer. Empty if it cannot be reached. */
export async function resultsOfComputer(): Promise<Result[]> {
  try {
    const response = await fetch(address);
    return v.parse(v.array(resultSchema), await response.json());
  } catch {
    return [];
  }
}

/** Returns a message for the user. */
export async function postResult(result: Result): Promise<string> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(result),
    });
    const { file, message } = (await response.json()) as { file?: string; message?: string };
    return response.ok
      ? `Kept on this device, and on the computer as ${file}.`
      : `Kept on this device. The computer rejected it: ${message}`;
  } catch {
    return 'Kept on this device. The computer did not respond: is it still running?';
  }
}
