/**
 * Creates UUIDs of version 7 that sort by creation: 48 bits of milliseconds, a 12-bit counter within one millisecond,
 * 62 random bits (RFC 9562, 6.2, method 1). They keep increasing when the clock is set back.
 */
export interface IdSource {
  next(): string;
  /** Makes every later id sort after this one, too. Ignores ids that are not UUIDs of version 7. */
  observe(id: string): void;
}

interface IdSourceOptions {
  now(): number;
  randomBytes(length: number): Uint8Array;
}

const COUNTER_SIZE = 0x1000;
/** Later than any correct clock, with room for later ids: one corrupt id must not exhaust the range. */
const LATEST_OBSERVED = 2 ** 48 - 2 ** 32;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function createIdSource({ now, randomBytes }: IdSourceOptions): IdSource {
  let milliseconds = 0;
  let counter = 0;

  const advance = (random: number) => {
    const time = Math.max(0, Math.floor(now()));
    if (time > milliseconds) {
      milliseconds = time;
      counter = random % (COUNTER_SIZE / 2); // leaves room to count up
    } else if (++counter === COUNTER_SIZE) {
      milliseconds += 1;
      counter = 0;
    }
  };

  return {
    next() {
      const random = randomBytes(10);
      advance(((random[0] ?? 0) << 8) | (random[1] ?? 0));
      const tail = Array.from(random.subarray(2), (byte) => byte.toString(16).padStart(2, '0')).join('');
      return formatUuid(milliseconds, counter.toString(16).padStart(3, '0'), tail);
    },
    observe(id) {
      if (!UUID_V7.test(id)) return;
      const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
      if (time > LATEST_OBSERVED) return;
      const count = Number.parseInt(id.slice(15, 18), 16);
      if (time < milliseconds || (time === milliseconds && count <= counter)) return;
      milliseconds = time;
      counter = count;
    },
  };
}

/**
 * Returns the UUID of version 7 that a time and a hash determine: the same content gets the same id.
 *
 * @param hash - At least 19 digits of lower-case hex.
 */
export function toContentId(milliseconds: number, hash: string): string {
  return formatUuid(milliseconds, hash.slice(0, 3), hash.slice(3, 19));
}

/**
 * @param count - 3 digits of hex.
 * @param tail - 16 digits of hex. The first two bits are replaced.
 */
function formatUuid(milliseconds: number, count: string, tail: string): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  const variant = ((Number.parseInt(tail.charAt(0), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`;
}
