import { KerbsideError } from '../errors.ts';

/**
 * Returns the address of a service without a trailing slash.
 *
 * @throws `invalid_input` if it is not an http or https address, or has a query.
 */
export function checkBaseUrl(baseUrl: string): string {
  if (/^https?:\/\/[^?#]+$/.test(baseUrl)) return baseUrl.replace(/\/+$/, '');
  throw new KerbsideError(
    'invalid_input',
    'baseUrl: expected an http or https address without a query, such as https://api.example.org/v1.',
    { details: { path: 'baseUrl' } },
  );
}
