import { basename, extname } from 'node:path';

/** A file name for each photo, none twice, also where the file system takes `A` and `a` for one letter. */
export function annotatedNames(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const name = basename(path, extname(path));
    for (let count = 1; ; count += 1) {
      const candidate = `${name}${count === 1 ? '' : `-${count}`}.annotated.jpg`;
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      return candidate;
    }
  });
}
