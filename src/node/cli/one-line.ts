/** Text for one line of a terminal: file names and foreign messages may hold line breaks and control codes. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not come through
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
}

/** The end of a long path tells more than its beginning. */
export function shortened(path: string, most: number): string {
  const letters = [...path];
  return letters.length <= most ? path : `…${letters.slice(1 - most).join('')}`;
}
