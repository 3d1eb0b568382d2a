import type { Kerbside } from 'kerbside';
import { bytes } from './format.ts';
import { ProgressLine } from './progress-line.ts';

const LINGER_MS = 1500;
/** Nobody waits for less. */
const SMALL_BYTES = 100_000;

/** Shown while a model is on its way to this device. It is fetched once, so this is rarely seen. */
export function showDownloads(place: HTMLElement, kerbside: Kerbside): void {
  const line = new ProgressLine('Download');
  place.append(line.element);
  place.hidden = true;
  let ending: ReturnType<typeof setTimeout> | undefined;
  kerbside.on('model.progress', ({ file, receivedBytes, totalBytes }) => {
    if (totalBytes < SMALL_BYTES) return;
    const name = new URL(file).pathname.split('/').at(-1);
    line.show(receivedBytes, totalBytes, `Model ${name}: ${bytes(receivedBytes)} of ${bytes(totalBytes)}`);
    place.hidden = false;
    clearTimeout(ending);
    ending = setTimeout(
      () => {
        place.hidden = true;
      },
      // A download that stands still may go on; one that was broken off should not be shown for ever.
      receivedBytes < totalBytes ? 30_000 : LINGER_MS,
    );
  });
}
