import type { CharacterColumns } from './character-columns.ts';

/**
 * Creates the output of a recognizer for a text: 3 columns per character, of which the outer two are blank.
 *
 * @param doubts By position, a second character and its probability.
 */
export function createColumns(
  text: string,
  alphabet: string,
  doubts: Readonly<Record<number, readonly [rival: string, probability: number]>> = {},
): CharacterColumns {
  const characters = [...alphabet];
  const size = characters.length + 1;
  const data = new Float32Array(text.length * 3 * size);
  [...text].forEach((character, position) => {
    const [rival, probability] = doubts[position] ?? ['', 0];
    const middle = (position * 3 + 1) * size;
    data[position * 3 * size] = 1;
    data[(position * 3 + 2) * size] = 1;
    data[middle] = 0.01;
    data[middle + indexOf(character)] = 0.99 - probability;
    if (rival) data[middle + indexOf(rival)] = probability;
  });
  return { data, count: text.length * 3, characters };

  function indexOf(character: string): number {
    const at = characters.indexOf(character);
    if (at === -1) throw new Error(`"${character}" is not in the alphabet`);
    return at + 1;
  }
}

export const ASCII = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz<>*-.,/:()°| ';
