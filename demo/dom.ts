type Child = Node | string | false | undefined;

export interface Props {
  [attribute: string]: string | number | boolean | undefined | Handlers;
  on?: Handlers;
}
type Handlers = { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void };

/** Makes an element. Children that are not nodes become text, never markup, so a person's words are only words. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { on, ...attributes }: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [type, handler] of Object.entries(on ?? {})) {
    element.addEventListener(type, handler as EventListener);
  }
  element.append(...children.filter(isShown));
  return element;
}

function isShown(child: Child): child is Node | string {
  return child !== undefined && child !== false;
}

/**
 * Makes a list show these items in this order. An element stays as long as its key does,
 * so focus, scrolling and what a person is typing survive an update.
 */
export function showItems<T>(
  list: Element,
  items: readonly T[],
  key: (item: T) => string,
  make: (item: T) => HTMLElement,
  update: (element: HTMLElement, item: T) => void = () => {},
): void {
  const before = new Map<string, HTMLElement>();
  for (const child of list.children) {
    if (child instanceof HTMLElement) before.set(child.dataset.key ?? '', child);
  }
  for (const [index, item] of items.entries()) {
    const kept = before.get(key(item));
    const element = kept ?? make(item);
    if (kept) update(kept, item);
    element.dataset.key = key(item);
    before.delete(key(item));
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  }
  for (const gone of before.values()) {
    const hadFocus = gone.contains(document.activeElement);
    const neighbour = gone.previousElementSibling ?? gone.nextElementSibling;
    gone.remove();
    // Or a person at a keyboard would start again at the top of the page.
    if (hadFocus) neighbour?.querySelector<HTMLElement>('button, a')?.focus();
  }
}
