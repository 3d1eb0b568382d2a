import { css } from 'lit';

export const photoStyles = css`
  :host {
    position: relative;
    display: block;
    overflow: hidden;
    background: var(--_stage);
    color: var(--_on-stage);
    font-size: 0.875rem;
  }

  /* As large as fits into the element's own size. */
  :host([fit='contain']) {
    display: grid;
    place-items: center;
    container-type: size;
  }

  .frame {
    position: relative;
    overflow: hidden;
    width: 100%;
    aspect-ratio: var(--ratio);
    touch-action: pan-y;
  }

  :host([fit='contain']) .frame {
    width: min(100cqw, 100cqh * var(--ratio));
  }

  .frame.zoomed,
  .frame.drawing,
  .frame.adjusting {
    touch-action: none;
  }

  .frame.drawing {
    cursor: crosshair;
  }

  .content,
  img,
  svg {
    position: absolute;
  }

  img,
  svg {
    inset: 0;
    width: 100%;
    height: 100%;
  }

  :host([thumbnail]) .frame {
    height: 100%;
    aspect-ratio: auto;
  }

  :host([thumbnail]) img {
    object-fit: cover;
  }

  img {
    user-select: none;
  }

  .missing {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    padding: 16px;
    text-align: center;
  }

  svg {
    pointer-events: none;
  }

  .mark,
  .drawing-outline {
    fill: none;
    stroke-linejoin: round;
  }

  .mark > *,
  .drawing-outline > * {
    vector-effect: non-scaling-stroke;
  }

  .mark[role='button'] {
    outline: none;
    pointer-events: auto;
    cursor: pointer;
  }

  :is(.drawing, .adjusting) .mark {
    opacity: 0.45;
    pointer-events: none;
  }

  .box {
    fill: transparent;
    stroke: var(--_mark);
    stroke-width: 1;
    stroke-dasharray: 4 4;
  }

  .casing {
    stroke: rgb(0 0 0 / 60%);
    stroke-width: 5;
  }

  .ring {
    fill: color-mix(in srgb, var(--_mark) 14%, transparent);
    stroke: var(--_mark);
    stroke-width: 2.5;
  }

  .thumb .box {
    stroke: none;
  }

  .thumb .casing {
    stroke-width: 3;
  }

  .thumb .ring {
    stroke-width: 1.5;
  }

  .mark:focus-visible .box {
    stroke: var(--_on-stage);
    stroke-width: 3;
    stroke-dasharray: none;
  }

  .mark[aria-pressed='true'] .box {
    stroke: var(--_mark-chosen);
    stroke-width: 2;
  }

  .mark[aria-pressed='true'] .ring,
  .drawing-outline .ring {
    fill: color-mix(in srgb, var(--_mark-chosen) 26%, transparent);
    stroke: var(--_mark-chosen);
    stroke-width: 3.5;
  }

  .drawing-outline .dot {
    fill: var(--_stage);
    stroke: var(--_mark-chosen);
    stroke-width: 2;
  }

  .drawing-outline .cross {
    stroke: var(--_on-stage);
    stroke-width: 2;
  }

  .label {
    position: absolute;
    top: 0;
    left: 0;
    padding: 1px 7px;
    border-radius: 6px;
    background: #10181ae6;
    color: #ffffff;
    font-size: 0.75rem;
    font-weight: 600;
    line-height: 1.5;
    white-space: nowrap;
    pointer-events: none;
  }

  :is(.drawing, .adjusting) .label {
    display: none;
  }

  .label.selected {
    z-index: 1;
    background: var(--_mark-chosen);
    color: #06231d;
  }

  .adjusting .drawing-outline {
    cursor: move;
    pointer-events: auto;
  }

  /* Above the outlines. A pointer takes hold of the nearest one: see findHandle. */
  .handle {
    position: absolute;
    z-index: 2;
    width: 14px;
    min-height: 14px;
    height: 14px;
    padding: 0;
    border: 2px solid var(--_mark-chosen);
    border-radius: 50%;
    background: var(--_stage);
    pointer-events: none;
    translate: -50% -50%;
  }

  .handle.middle {
    width: 9px;
    min-height: 9px;
    height: 9px;
    border-width: 1.5px;
    opacity: 0.8;
  }

  .handle.whole {
    border-color: transparent;
    background: none;
  }

  .handle:focus-visible {
    outline: 3px solid var(--_on-stage);
    outline-offset: 1px;
  }

  .tools {
    position: absolute;
    right: 8px;
    bottom: 8px;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-end;
    gap: 8px;
    max-width: calc(100% - 16px);
    pointer-events: none;
  }

  .tools button:enabled {
    pointer-events: auto;
  }

  .tools button {
    min-width: 44px;
    padding: 8px 12px;
    border-color: rgb(255 255 255 / 24%);
    background: #10181ae6;
    color: #ffffff;
  }

  .tools button.primary {
    border-color: transparent;
    background: var(--_mark-chosen);
    color: #06231d;
  }

  .hint {
    padding: 6px 10px;
    border-radius: 8px;
    background: #10181ae6;
  }

  .frame:focus-visible {
    outline-color: var(--_mark-chosen);
    outline-offset: -3px;
  }
`;
