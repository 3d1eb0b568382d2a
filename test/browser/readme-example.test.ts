/// <reference types="vite/client" />
import { expect, it, vi } from 'vitest';
import readme from '../../README.md?raw';

it("the README's example runs as written", async () => {
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const library = JSON.stringify(new URL('/src/index.ts', location.href));
  const module = new Blob([code.replace("'kerbside'", library)], { type: 'text/javascript' });
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import(/* @vite-ignore */ URL.createObjectURL(module));
  expect(log).toHaveBeenCalledWith('IN_PROGRESS', 1);
});
