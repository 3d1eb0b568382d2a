/** What an error says, to end a sentence with: some browsers put a full stop behind it, and some do not. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.+$/, '');
}
