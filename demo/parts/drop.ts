/** Takes files that are dragged onto an element; the answer stops it. */
export function acceptDrops(target: HTMLElement, onFiles: (files: File[]) => unknown): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const mark = (on: boolean) => target.classList.toggle('dropping', on);
  target.addEventListener(
    'dragover',
    (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      mark(true);
    },
    { signal },
  );
  target.addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node)) mark(false);
    },
    { signal },
  );
  target.addEventListener(
    'drop',
    (event) => {
      mark(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault(); // else the browser would leave the page to show the file
      onFiles(files);
    },
    { signal },
  );
  return () => stop.abort();
}
