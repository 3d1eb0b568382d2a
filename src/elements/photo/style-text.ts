/**
 * Returns styles for a property binding: `.style=${toStyleText({ … })}`. Lit's `styleMap` writes the attribute on the first
 * render, which a strict content security policy blocks.
 */
export function toStyleText(styles: Readonly<Record<string, string>>): string {
  return Object.entries(styles)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ');
}
