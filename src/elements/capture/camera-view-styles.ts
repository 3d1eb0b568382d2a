import { css } from 'lit';

/** The content of the camera dialog. */
export const cameraViewStyles = css`
  .progress {
    flex: 1;
    opacity: 0.8;
    font-size: 0.875rem;
    white-space: nowrap;
  }

  .shutter-between > .file {
    justify-self: start;
  }

  .torch {
    justify-self: end;
  }

  .automatic {
    padding-inline: 14px;
    border-color: var(--_on-stage);
    border-radius: 22px;
    background: none;
    color: inherit;
    font-size: 0.875rem;
  }

  :is(.torch, .automatic)[aria-pressed='true'] {
    border-color: transparent;
    background: var(--_mark-chosen);
    color: #06231d;
  }

  footer {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(0, 1fr));
    min-height: 96px;
  }

  /* A check usually takes less. Without a network and without models it does not end. */
  .go-on {
    animation: hide 4s step-end;
  }

  @keyframes hide {
    from {
      visibility: hidden;
    }
  }

  footer.shutter-between {
    grid-template-columns: minmax(0, 200px) auto minmax(0, 200px);
    justify-content: center; /* on a wide screen, the buttons stay near the shutter */
  }

  .round {
    order: 1; /* at the end, but first in focus: Enter closes the camera and switches nothing */
  }

  .stage > .silhouette {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    stroke: var(--_mark-chosen);
    filter: drop-shadow(0 0 2px rgb(0 0 0 / 80%));
  }

  .stage > kerbside-photo::part(image) {
    object-fit: contain;
  }

  .ring {
    position: absolute;
    top: 8px;
    left: 8px;
    display: grid;
    justify-items: center;
    gap: 4px;
    width: 104px;
    padding: 4px;
    border-radius: var(--_radius);
    background: #10181ab3;
  }

  .ring kerbside-ring {
    width: 100%;
  }

  .found {
    padding-bottom: 2px;
    font-size: 0.8125rem;
    font-weight: 600;
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

  :is(.found, .status):empty {
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
