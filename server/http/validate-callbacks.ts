import { validateHeaderName, validateHeaderValue } from 'node:http';
import { invalidField } from '../../src/domain/check.ts';
import type { CreateTasks } from '../../src/domain/task/task.ts';

/**
 * Rejects callbacks that can never be sent, while the client waits for the response.
 *
 * @throws `invalid_input` if a URL is not http(s) or a header is invalid.
 */
export function validateCallbacks(tasks: CreateTasks): void {
  for (const [name, { callbacks = [] }] of Object.entries(tasks)) {
    for (const [index, { url, headers }] of callbacks.entries()) {
      const path = `inspection.tasks.${name}.callbacks[${index}]`;
      if (!/^https?:$/.test(new URL(url).protocol))
        throw invalidField(`${path}.url`, 'an http or https URL', url);
      for (const [header, value] of Object.entries(headers)) validateHeader(header, value, `${path}.headers`);
    }
  }
}

function validateHeader(name: string, value: string, path: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw invalidField(path, 'names and values that HTTP allows', name);
  }
}
