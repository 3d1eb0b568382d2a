import { describe, expect, it } from 'vitest';
import { createLinkSigner } from './signed-links.ts';

describe('a signed link', () => {
  const DAY = 86_400_000;
  const parseQuery = (link: string) => new URLSearchParams(link.split('?')[1]);

  it('is valid for 1 to 2 times the given duration', () => {
    let time = Date.UTC(2026, 2, 4, 23, 59);
    const links = createLinkSigner('key', () => time);
    const link = links.sign('/a', DAY);
    const start = time;
    expect(links.verify('/a', parseQuery(link))).toBe(true);
    time = start + DAY;
    expect(links.verify('/a', parseQuery(link))).toBe(true);
    time = start + 2 * DAY;
    expect(links.verify('/a', parseQuery(link))).toBe(false);
  });

  it('is the same if it is created again soon after', () => {
    let time = Date.UTC(2026, 2, 4, 12);
    const links = createLinkSigner('key', () => time);
    const link = links.sign('/a', DAY);
    time += 1_000;
    expect(links.sign('/a', DAY)).toBe(link);
  });

  it('is invalid for another path or another key', () => {
    const links = createLinkSigner('key', Date.now);
    const query = parseQuery(links.sign('/a', DAY));
    expect(links.verify('/b', query)).toBe(false);
    expect(createLinkSigner('another', Date.now).verify('/a', query)).toBe(false);
    expect(links.verify('/a', new URLSearchParams('expires=Infinity&signature=x'))).toBe(false);
    expect(links.verify('/a', new URLSearchParams())).toBe(false);
  });
});
