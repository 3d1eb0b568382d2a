import type { SignColumns } from './sign-columns.ts';

/**
 * What a recogniser would say of a text: three columns a sign, the middle one with its probability, the others blank.
 * `doubts` gives signs, by position, a rival and the rival's probability.
 */
export function columnsOf(
  text: string,
  alphabet: string,
  doubts: Readonly<Record<number, readonly [rival: string, probability: number]>> = {},
): SignColumns {
  const signs = [...alphabet];
  const size = signs.length + 1;
  const data = new Float32Array(text.length * 3 * size);
  [...text].forEach((sign, position) => {
    const [rival, probability] = doubts[position] ?? ['', 0];
    const middle = (position * 3 + 1) * size;
    data[position * 3 * size] = 1;
    data[(position * 3 + 2) * size] = 1;
    data[middle] = 0.01;
    data[middle + place(sign)] = 0.99 - probability;
    if (rival) data[middle + place(rival)] = probability;
  });
  return { data, count: text.length * 3, signs };

  function place(sign: string): number {
    const at = signs.indexOf(sign);
    if (at === -1) throw new Error(`"${sign}" is not in the alphabet`);
    return at + 1;
  }
}

export const ASCII = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz<>*-.,/:()°| ';
