/** Measures text; every `PDFFont` is one. */
export interface TextMeasurer {
  widthOfTextAtSize(text: string, size: number): number;
}

/** Breaks text into lines no wider than `width`: at spaces, and inside words that are longer than a line. */
export function wrapText(text: string, font: TextMeasurer, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
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
  const pieces: string[] = [];
  let rest = word;
  while (!fits(rest)) {
    const length = Math.max(1, findFittingLength(rest, fits));
    if (length >= rest.length) break;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...pieces, rest];
}

/** Returns the length of the longest prefix that fits. Binary search: measuring a long text is slow. */
function findFittingLength(text: string, fits: (prefix: string) => boolean): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}
