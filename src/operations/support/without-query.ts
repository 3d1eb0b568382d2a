/** Returns the text with no query, fragment or credentials in its URLs: they can contain tokens and names. */
export function withoutQuery(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s?#'"<>]*)[?#]?[^\s'"<>]*/gi, '$1$2');
}
