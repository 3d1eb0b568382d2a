/** Breaks text into lines no wider than `width`: at spaces, and inside words that are longer than a line. */
export function wrapText(text: string, measure: (line: string) => number, width: number): string[] {
  const fits = (line: string) => measure(line) <= width;
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ').flatMap((whole) => breakWord(whole, fits))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || fits(longer)) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines;
}

function breakWord(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [];
  let rest = [...word];
  while (rest.length > 0) {
    const length = Math.max(1, findFittingLength(rest, fits));
    pieces.push(rest.slice(0, length).join(''));
    rest = rest.slice(length);
  }
  return pieces;
}

/** Returns the length of the longest prefix that fits. Binary search: measuring a long text is slow. */
function findFittingLength(chars: readonly string[], fits: (prefix: string) => boolean): number {
  let [low, high] = [0, chars.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(chars.slice(0, middle).join(''))) low = middle;
    else high = middle - 1;
  }
  return low;
}
