/**
 * The entry points that have types, and the sources that they are built from.
 * @param {{ name: string, exports: Record<string, string | { types: string }> }} manifest of the package
 * @returns {Record<string, string>}
 */
export function entryPoints({ name, exports }) {
  return Object.fromEntries(
    Object.entries(exports).flatMap(([path, target]) => {
      if (typeof target === 'string') return [];
      const source = target.types.replace('./dist/', '').replace(/\.d\.ts$/, '.ts');
      return [[name + path.slice(1), source.startsWith('server/') ? source : `src/${source}`]];
    }),
  );
}
