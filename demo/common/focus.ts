/** Focuses an element if the focused one was removed, so that keyboard users stay in place. Returns whether it did. */
export function focusIfLost(element: HTMLElement | null): boolean {
  if (!element || document.activeElement !== document.body) return false;
  element.focus();
  return true;
}
