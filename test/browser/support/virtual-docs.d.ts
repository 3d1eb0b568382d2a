/** A block of the documentation: see doc-snippets.ts. */
declare module 'virtual:docs/*';
