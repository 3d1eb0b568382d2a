/** What had the focus may be gone with what was done: a person at the keyboard goes on here. Whether they do. */
export function focusIfLost(element: HTMLElement | null): boolean {
  if (!element || document.activeElement !== document.body) return false;
  element.focus();
  return true;
}
