import { css } from 'lit';

/** The tiles. */
export const captureStyles = css`
  :host {
    display: grid;
    gap: 16px;
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

  .corner:focus-within span {
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
`;
