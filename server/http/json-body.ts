import { invalidField } from '../../src/domain/check.ts';
import { LIMITS } from '../../src/domain/limits.ts';

/** Deeper than any body of the specification with the deepest JSON that it may contain. */
const MAX_DEPTH = LIMITS.jsonDepth + 16;

/** Parses a body. Returns undefined for an empty one. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (computeDepth(text) > MAX_DEPTH)
    throw invalidField('body', `JSON of at most ${MAX_DEPTH} levels`, 'deeper JSON');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('body', 'JSON', 'text that is not JSON');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidField('body', 'UTF-8', 'other bytes');
  }
}

/** Computed without recursion, before parsing: 1 MB of brackets would overflow the stack. */
function computeDepth(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString && character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === '{' || character === '[')) maxDepth = Math.max(maxDepth, ++depth);
    else if (!inString && (character === '}' || character === ']')) depth -= 1;
  }
  return maxDepth;
}
