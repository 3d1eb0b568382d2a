/**
 * Styles for a binding of the property: `.style=${styleText({ … })}`. Lit's `styleMap` writes the attribute when it
 * first renders, and that a strict content security policy forbids.
 */
export function styleText(styles: Readonly<Record<string, string>>): string {
  return Object.entries(styles)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ');
}
