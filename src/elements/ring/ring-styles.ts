import { css } from 'lit';

export const ringStyles = css`
  :host {
    display: grid;
    justify-items: center;
    gap: 8px;
  }

  svg {
    display: block;
    width: 100%;
    max-width: 300px;
    max-height: inherit;
    overflow: visible;
    touch-action: manipulation;
  }

  .car path {
    fill: var(--_surface);
    stroke: var(--_quiet);
    stroke-width: 2;
    stroke-linejoin: round;
  }

  .car .glass {
    fill: var(--_sunken);
  }

  .side path {
    fill: var(--_sunken);
    stroke: var(--_quiet);
    stroke-dasharray: 5 4;
    stroke-width: 1.5;
    transition: fill 0.2s;
  }

  .side[data-state='good'] path {
    fill: var(--_accent);
    stroke: var(--_accent);
    stroke-dasharray: none;
  }

  .side[data-state='poor'] path {
    fill: var(--_warn-soft);
    stroke: var(--_warn);
    stroke-dasharray: none;
    stroke-width: 2.5;
  }

  .side[data-current] path {
    stroke: var(--_ink);
    stroke-dasharray: none;
    stroke-width: 4;
  }

  .side[role] {
    cursor: pointer;
  }

  .side:focus-visible {
    outline: none;
  }

  .side:focus-visible path {
    stroke: var(--_ink);
    stroke-dasharray: none;
    stroke-width: 5;
  }

  text {
    fill: var(--_quiet);
    font: 700 20px / 1 system-ui, sans-serif;
    text-anchor: middle;
    dominant-baseline: central;
    pointer-events: none;
  }

  .side[data-state='good'] text {
    fill: var(--_on-accent);
  }

  .side[data-state='poor'] text {
    fill: var(--_warn);
  }

  circle {
    fill: var(--_danger);
    stroke: var(--_surface);
    stroke-width: 2;
    pointer-events: none;
  }

  .side[data-damaged] text {
    fill: var(--_surface);
    font-size: 17px;
  }

  /* Without texts it is small. */
  :host([compact]) .side text {
    font-size: 30px;
  }

  :host([compact]) circle {
    r: 21px;
  }

  p {
    color: var(--_quiet);
    font-size: 0.875rem;
    text-align: center;
  }

  ul {
    display: grid;
    gap: 4px;
    width: 100%;
    max-width: 420px;
    font-size: 0.875rem;
  }

  li {
    padding: 6px 10px;
    border-radius: 8px;
    background: var(--_danger-soft);
    color: var(--_danger);
  }

  @media (forced-colors: active) {
    .side[data-state='good'] path {
      fill: Highlight;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .side path {
      transition: none;
    }
  }
`;
