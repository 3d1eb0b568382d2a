import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseDockerfile } from '../../scripts/dockerfile-steps.mjs';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('the image runs the command of the package as a user without rights, with a health check', () => {
  const steps = parseDockerfile(read('server/Dockerfile'));
  const lastStage = steps.slice(steps.findLastIndex(({ instruction }) => instruction === 'FROM'));
  const find = (name: string) => lastStage.find(({ instruction }) => instruction === name)?.text ?? '';
  expect(find('USER')).toBe('node');
  expect(find('HEALTHCHECK')).toContain('/readyz');
  const [, program = ''] = JSON.parse(find('ENTRYPOINT')) as string[];
  const command = program.replace('node_modules/kerbside-server', 'server');
  expect(existsSync(fileURLToPath(new URL(`../../${command}`, import.meta.url)))).toBe(true);
  expect(JSON.parse(find('CMD'))).toEqual(['serve', '--host', '0.0.0.0']);
});

it('compose.yaml sets only variables that the service reads, on a read-only root', () => {
  const compose = read('server/compose.yaml');
  const [, environment = ''] =
    /&service[\s\S]*?environment:(?: &\w+)?\n((?: {4}\w+:.*\n)+)/.exec(compose) ?? [];
  const names = [...environment.matchAll(/^ +(\w+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  const source = read('server/read-service-options.ts');
  for (const name of names) expect(source).toContain(name);
  expect(compose).toContain('read_only: true');
});
