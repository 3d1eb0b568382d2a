/** What the main pane shows at one address. */
export interface Page {
  title: string;
  element: HTMLElement;
  /** Called when another page takes its place. */
  leave?(): void;
}
