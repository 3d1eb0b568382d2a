// npm run test:long: tests of minutes. npm test has a shorter one of each kind.
process.env.KERBSIDE_LONG = '1';
process.argv.splice(
  2,
  Infinity,
  '--project',
  'node',
  '--project',
  'browser',
  '--project',
  'e2e',
  'long.test.ts',
);
await import('./test.mjs');
