// npm run test:browsers [files]: runs the tests of the `browser` project in Firefox and WebKit, if they are installed.
import { otherBrowsers } from './other-browsers.mjs';
import { runTool } from './run.mjs';

for (const { name, path, needs } of otherBrowsers()) {
  if (!path) {
    console.log(`\n${name}: skipped. It needs ${needs}.`);
    continue;
  }
  console.log(`\n${name}: ${path}`);
  const env = { ...process.env, TEST_BROWSER: name };
  if (!runTool('vitest', ['run', '--project', name, ...process.argv.slice(2)], { env })) process.exitCode = 1;
}
