import { css } from 'lit';

export const captureStyles = css`
  :host {
    display: grid;
    gap: 16px;
  }

  .problem {
    margin: 0;
    padding: 0.6rem 0.8rem;
    border-radius: var(--_radius);
    background: var(--_danger-soft);
    color: var(--_danger);
    overflow-wrap: anywhere;
  }

  [role='alert']:empty {
    display: none;
  }

  .done {
    color: var(--_quiet);
    font-size: 0.875rem;
  }

  .sights {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(46%, 152px), 1fr));
    gap: 16px 10px;
  }

  .sight {
    position: relative;
    display: grid;
    align-content: start;
    gap: 4px;
    min-width: 0;
  }

  .frame {
    position: relative;
    display: grid;
    overflow: hidden;
    width: 100%;
    aspect-ratio: 4 / 3;
    padding: 0;
    border: 1px dashed var(--_quiet);
    border-radius: var(--_radius);
    background: var(--_sunken);
    color: var(--_quiet);
    cursor: pointer;
  }

  div.frame {
    cursor: default;
  }

  .sight:not([data-verdict='missing']) .frame {
    border-color: transparent;
  }

  .frame:focus-within:not(button) {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }

  kerbside-photo {
    position: absolute;
    inset: 0;
  }

  .silhouette {
    width: 100%;
    height: 100%;
    fill: none;
    stroke: currentcolor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 3;
  }

  .silhouette .fine {
    stroke-width: 2;
    opacity: 0.7;
  }

  .corner {
    position: absolute;
    top: 0;
    right: 0;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    color: var(--_quiet);
    cursor: pointer;
  }

  .corner span {
    display: grid;
    place-items: center;
    width: 28px;
    height: 28px;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_surface) 88%, transparent);
  }

  .corner:focus-within span,
  .button:focus-within {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }

  .name {
    margin-top: 4px;
    font-size: 0.875rem;
    font-weight: 600;
  }

  .sight > button,
  .sight > .button {
    padding-inline: 8px;
  }

  .verdict {
    color: var(--_quiet);
    font-size: 0.8125rem;
  }

  [data-verdict='good'] .verdict {
    color: var(--_accent);
  }

  [data-verdict='good'] .verdict::before {
    content: '✓ ' / '';
    font-weight: 700;
  }

  [data-verdict='bad'] .verdict {
    padding: 8px;
    border-radius: 8px;
    background: var(--_warn-soft);
    color: var(--_warn);
  }

  .progress {
    flex: 1;
    opacity: 0.8;
    font-size: 0.875rem;
    white-space: nowrap;
  }

  .torch {
    justify-self: end;
  }

  .torch[aria-pressed='true'] {
    border-color: transparent;
    background: var(--_mark-chosen);
    color: #06231d;
  }

  .automatic {
    padding-inline: 14px;
    border-color: var(--_on-stage);
    border-radius: 22px;
    background: none;
    color: inherit;
    font-size: 0.875rem;
  }

  .automatic[aria-pressed='true'] {
    border-color: transparent;
    background: var(--_mark-chosen);
    color: #06231d;
  }

  footer {
    min-height: 96px;
    padding-bottom: calc(16px + env(safe-area-inset-bottom));
  }

  footer {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(0, 1fr));
  }

  footer.shutter-between {
    grid-template-columns: 1fr auto 1fr;
  }

  .round {
    order: 1; /* at the end, but first in focus: Enter closes the camera and switches nothing */
    width: 44px;
    padding: 0;
    border-radius: 50%;
    background: none;
    color: inherit;
    font-size: 1.5rem;
    font-weight: 400;
  }

  .stage {
    position: relative;
    overflow: hidden;
  }

  .stage > video,
  .stage > .silhouette {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }

  .stage > .silhouette {
    stroke: var(--_mark-chosen);
    filter: drop-shadow(0 0 2px rgb(0 0 0 / 80%));
  }

  .stage > kerbside-photo::part(image) {
    object-fit: contain;
  }

  .status {
    position: absolute;
    inset: auto 16px 16px;
    width: fit-content;
    margin-inline: auto;
    padding: 8px 12px;
    border-radius: 8px;
    background: #10181ae6;
    text-align: center;
  }

  .status[data-instruction],
  [data-phase='holding'] > .status {
    font-size: 1.25rem;
    font-weight: 600;
  }

  [data-phase='holding'] > .status {
    background: var(--_mark-chosen);
    color: #06231d;
  }

  [data-phase='holding'] > .silhouette {
    stroke-width: 5;
  }

  [data-instruction='walk_left']::before,
  [data-instruction='pan_left']::before {
    content: '← ' / '';
  }

  [data-instruction='walk_right']::before,
  [data-instruction='pan_right']::before {
    content: '→ ' / '';
  }

  [data-instruction='pan_up']::before {
    content: '↑ ' / '';
  }

  [data-instruction='pan_down']::before {
    content: '↓ ' / '';
  }

  .status:empty {
    display: none;
  }

  .shutter {
    width: 72px;
    height: 72px;
    border: 4px solid var(--_stage);
    border-radius: 50%;
    background: #ffffff;
    box-shadow: 0 0 0 4px #ffffff;
  }
`;
