/** Accepts files that are dragged onto an element. Returns a function that stops it. */
export function acceptDrops(target: HTMLElement, onFiles: (files: File[]) => unknown): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const setDropping = (isDropping: boolean) => target.classList.toggle('dropping', isDropping);
  target.addEventListener(
    'dragover',
    (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDropping(true);
    },
    { signal },
  );
  target.addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node)) setDropping(false);
    },
    { signal },
  );
  target.addEventListener(
    'drop',
    (event) => {
      setDropping(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault(); // otherwise the browser opens the file instead of the page
      onFiles(files);
    },
    { signal },
  );
  return () => controller.abort();
}
