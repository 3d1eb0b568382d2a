/** Returns the query of a URL. Most requests have none, and parsing a URL takes longer than routing it. */
export function readQuery(url: string): URLSearchParams {
  return url.includes('?') ? new URL(url).searchParams : new URLSearchParams();
}
