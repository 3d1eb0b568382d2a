import type { Kerbside } from 'kerbside';
import { fileButton } from './file-button.ts';
import type { ProblemArea } from './problem.ts';
import { goTo, hrefOf } from './route.ts';

/** Takes an inspection in that was exported on another device. */
export function importButton(kerbside: Kerbside, problem: ProblemArea): HTMLElement {
  return fileButton('Import a zip', { accept: '.zip,application/zip', class: 'secondary' }, async ([zip]) => {
    if (!zip) return;
    await problem.attempt(async () => {
      const { result } = await kerbside.storage.import(zip);
      goTo(hrefOf(result));
    });
  });
}
