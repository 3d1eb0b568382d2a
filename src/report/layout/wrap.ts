/** Anything that knows how wide a text is. */
export interface Ruler {
  widthOfTextAtSize(text: string, size: number): number;
}

/** Breaks text into lines no wider than `width`: at blanks, and inside words that are too long for a line. */
export function wrap(text: string, ruler: Ruler, size: number, width: number): string[] {
  const fits = (line: string) => ruler.widthOfTextAtSize(line, size) <= width;
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ').flatMap((whole) => broken(whole, fits))) {
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

/** The text, or as much of it as fits, with an ellipsis. */
export function shortened(text: string, ruler: Ruler, size: number, width: number): string {
  const fits = (line: string) => ruler.widthOfTextAtSize(line, size) <= width;
  return fits(text)
    ? text
    : `${text.slice(
        0,
        longest(text, (start) => fits(`${start}…`)),
      )}…`;
}

function broken(word: string, fits: (text: string) => boolean): string[] {
  const pieces: string[] = [];
  let rest = word;
  while (!fits(rest)) {
    const length = Math.max(1, longest(rest, fits));
    if (length >= rest.length) break;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...pieces, rest];
}

/** Length of the longest beginning that fits, found by halving: measuring a long text is slow. */
function longest(text: string, fits: (start: string) => boolean): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}
