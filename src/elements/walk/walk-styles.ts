import { css } from 'lit';

export const walkStyles = css`
  :host {
    display: grid;
    gap: 10px;
  }

  .hint {
    color: var(--_quiet);
    font-size: 0.875rem;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
  }

  footer > * {
    flex: 1;
  }

  /* The dialog is dark in both color schemes: a light track looks like a full bar. */
  progress {
    color-scheme: dark;
    accent-color: var(--_accent);
  }

  .stage {
    display: grid;
    place-items: center;
  }

  .stage > kerbside-ring {
    width: min(70%, 300px);
  }

  .stage > video + kerbside-ring {
    position: absolute;
    right: 12px;
    bottom: 72px;
    width: 132px;
    padding: 6px;
    border-radius: 50%;
    background: rgb(10 17 16 / 65%);
  }

  .sides {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(46%, 170px), 1fr));
    align-content: start;
    gap: 16px 10px;
    overflow-y: auto;
    padding: 4px 16px 16px;
  }

  li {
    display: grid;
    align-content: start;
    gap: 4px;
    min-width: 0;
  }

  .frame {
    position: relative;
    overflow: hidden;
    aspect-ratio: 4 / 3;
    border-radius: var(--_radius);
    background: #1c2523;
  }

  .frame.empty {
    border: 2px dashed #7c8d88;
  }

  kerbside-photo {
    position: absolute;
    inset: 0;
  }

  .name {
    font-size: 0.875rem;
    font-weight: 600;
  }

  .exchange {
    display: grid;
    grid-template-columns: 48px 1fr 48px;
    align-items: center;
    font-size: 0.8125rem;
    text-align: center;
  }

  .exchange button {
    padding: 0;
    font-size: 1.25rem;
  }

  .note {
    color: #ffd98a;
    font-size: 0.8125rem;
  }
`;
