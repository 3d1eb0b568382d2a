import { css } from 'lit';

/**
 * Colours and shapes of all elements. Set a `--kerbside-…` property on an element or on an ancestor to change one. The
 * defaults follow the `color-scheme` of the page.
 */
export const theme = css`
  :host {
    --_surface: var(--kerbside-surface, light-dark(#ffffff, #161e1c));
    --_sunken: var(--kerbside-sunken, light-dark(#eaf0ee, #1e2826));
    --_line: var(--kerbside-line, light-dark(#d9e1de, #2b3734));
    --_ink: var(--kerbside-ink, light-dark(#14201d, #e8efed));
    --_quiet: var(--kerbside-quiet, light-dark(#51605b, #a3b3ae));
    --_accent: var(--kerbside-accent, light-dark(#0b6b5d, #63d2bd));
    --_on-accent: var(--kerbside-on-accent, light-dark(#ffffff, #05241e));
    --_danger: var(--kerbside-danger, light-dark(#a8261c, #ffa198));
    --_danger-soft: var(--kerbside-danger-soft, light-dark(#fbe9e6, #3a1e1b));
    --_warn: var(--kerbside-warn, light-dark(#7a4d00, #f0c673));
    --_warn-soft: var(--kerbside-warn-soft, light-dark(#fdf0d2, #372c13));
    --_radius: var(--kerbside-radius, 12px);
    /* Over photos, independent of the colour scheme. */
    --_stage: var(--kerbside-stage, #0a1110);
    --_on-stage: var(--kerbside-on-stage, #eef4f2);
    --_mark: var(--kerbside-mark, #ff4fa3);
    --_mark-chosen: var(--kerbside-mark-chosen, #5ff0d6);
    color: var(--_ink);
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  ul,
  p,
  h2,
  h3 {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  :focus-visible,
  .button:focus-within {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }

  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-height: 44px;
    padding: 8px 16px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font: inherit;
    font-weight: 600;
    line-height: 1.2;
    overflow-wrap: break-word;
    cursor: pointer;
  }

  button.secondary,
  .button.secondary {
    border-color: var(--_line);
    background: var(--_surface);
    color: var(--_ink);
  }

  button:disabled {
    opacity: 0.55;
    cursor: default;
  }

  .problem {
    padding: 0.6rem 0.8rem;
    border-radius: var(--_radius);
    background: var(--_danger-soft);
    color: var(--_danger);
    overflow-wrap: anywhere;
  }

  [role='alert']:empty {
    display: none;
  }

  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
