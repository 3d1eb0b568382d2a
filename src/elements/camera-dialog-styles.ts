import { css } from 'lit';

/** The full-screen dialog of a camera, with a header and a footer. Elements add what they show in it. */
export const cameraDialogStyles = css`
  dialog {
    width: 100vw;
    max-width: none;
    height: 100dvh;
    max-height: none;
    padding: 0;
    border: 0;
    background: var(--_stage);
    color: var(--_on-stage);
  }

  dialog[open] {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
  }

  dialog :focus-visible {
    outline-color: var(--_mark-chosen);
  }

  header,
  footer {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 16px;
    padding: 8px max(16px, env(safe-area-inset-right)) 8px max(16px, env(safe-area-inset-left));
  }

  footer {
    padding-bottom: calc(16px + env(safe-area-inset-bottom));
  }

  .round {
    width: 44px;
    padding: 0;
    border-radius: 50%;
    background: none;
    color: inherit;
    font-size: 1.5rem;
    font-weight: 400;
  }

  h2 {
    font-size: 1.05rem;
  }

  .stage {
    position: relative;
    overflow: hidden;
  }

  .stage > video {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
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

  /* The stage is dark in both color schemes. */
  .stage kerbside-ring {
    --kerbside-surface: #1c2624;
    --kerbside-sunken: #10181a;
    --kerbside-quiet: #b9c8c4;
    --kerbside-ink: #ffffff;
    --kerbside-accent: var(--_mark-chosen);
    --kerbside-on-accent: #06231d;
    --kerbside-warn: #3a2300;
    --kerbside-warn-soft: #ffc46b;
    --kerbside-danger: #ffa198;
  }
`;
