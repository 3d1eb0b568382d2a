import { describe, expect, it } from 'vitest';
import { createLinkSigner } from './signed-links.ts';

describe('a signed link', () => {
  const DAY = 86_400_000;
  const queryOf = (link: string) => new URLSearchParams(link.split('?')[1]);

  it('opens its path for at least the time asked for, and at most twice as long', () => {
    let time = Date.UTC(2026, 2, 4, 23, 59);
    const links = createLinkSigner('key', () => time);
    const link = links.sign('/a', DAY);
    const start = time;
    expect(links.verify('/a', queryOf(link))).toBe(true);
    time = start + DAY;
    expect(links.verify('/a', queryOf(link))).toBe(true);
    time = start + 2 * DAY;
    expect(links.verify('/a', queryOf(link))).toBe(false);
  });

  it('is the same when it is made again soon after', () => {
    let time = Date.UTC(2026, 2, 4, 12);
    const links = createLinkSigner('key', () => time);
    const link = links.sign('/a', DAY);
    time += 1_000;
    expect(links.sign('/a', DAY)).toBe(link);
  });

  it('opens no other path, and is not signed with another key', () => {
    const links = createLinkSigner('key', Date.now);
    const query = queryOf(links.sign('/a', DAY));
    expect(links.verify('/b', query)).toBe(false);
    expect(createLinkSigner('another', Date.now).verify('/a', query)).toBe(false);
    expect(links.verify('/a', new URLSearchParams('expires=Infinity&signature=x'))).toBe(false);
    expect(links.verify('/a', new URLSearchParams())).toBe(false);
  });
});
