import { css, unsafeCSS } from 'lit';
import { SEVERITY_COLOURS } from '../../domain/severity-colours.ts';

const severityStyles = unsafeCSS(
  Object.entries(SEVERITY_COLOURS)
    .map(
      ([level, { light, dark }]) =>
        `[data-level='${level}'] { --_level: var(--kerbside-severity-${level}, light-dark(${light}, ${dark})); }`,
    )
    .join('\n'),
);

export const carStyles = css`
  :host {
    display: block;
  }

  ${severityStyles}

  svg {
    display: block;
    width: 100%;
    max-height: inherit;
    margin: 0 auto;
    overflow: visible;
    touch-action: manipulation;
  }

  path {
    fill: var(--_surface);
    stroke: var(--_quiet);
    stroke-width: 1.3;
    stroke-linejoin: round;
    transition: fill 0.15s;
  }

  .glass {
    fill: var(--_sunken);
  }

  .tyre {
    fill: color-mix(in srgb, var(--_quiet) 45%, var(--_surface));
  }

  .unseen {
    fill: url(#unseen);
  }

  .gap {
    fill: var(--_surface);
  }

  .stripe {
    fill: color-mix(in srgb, var(--_quiet) 60%, var(--_surface));
  }

  path[data-level] {
    fill: var(--_level, color-mix(in srgb, var(--_accent) 30%, var(--_surface)));
  }

  path[role] {
    cursor: pointer;
  }

  @media (hover: hover) {
    path[role]:not([data-level]):hover {
      fill: color-mix(in srgb, var(--_accent) 22%, var(--_surface));
    }

    path[data-level][role]:hover {
      stroke: var(--_accent);
      stroke-width: 3;
    }
  }

  path[part~='part-selected'] {
    stroke: var(--_accent);
    stroke-width: 3;
  }

  :host([choosing]) path[part~='part-selected'] {
    fill: var(--_accent);
  }

  path:focus-visible {
    outline: none;
    stroke: var(--_accent);
    stroke-width: 4;
  }

  .mark {
    pointer-events: none;
  }

  .mark circle {
    fill: var(--_ink);
    stroke: var(--_surface);
    stroke-width: 2;
  }

  .mark text {
    fill: var(--_surface);
    font: 700 14px / 1 system-ui, sans-serif;
    text-anchor: middle;
    dominant-baseline: central;
  }

  p {
    min-height: 1.5em;
    padding-top: 4px;
    color: var(--_quiet);
    text-align: center;
  }

  .level {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    margin-inline: 7px;
    font-size: 0.8125rem;
  }

  .level::before {
    width: 10px;
    height: 10px;
    border-radius: 3px;
    background: var(--_level);
    content: '';
  }

  .hatched::before {
    background: repeating-linear-gradient(
      45deg,
      color-mix(in srgb, var(--_quiet) 60%, var(--_surface)) 0 2px,
      var(--_surface) 2px 4px
    );
    outline: 1px solid var(--_quiet);
  }

  @media (forced-colors: active) {
    path[data-level] {
      fill: Highlight;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    path {
      transition: none;
    }
  }
`;
