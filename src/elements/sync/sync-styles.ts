import { css } from 'lit';

export const syncStyles = css`
  :host {
    display: grid;
    gap: 12px;
    justify-items: start;
  }

  .rows {
    display: grid;
    gap: 8px;
    width: 100%;
  }

  .quiet {
    color: var(--_quiet);
    font-size: 0.875rem;
  }

  .summary {
    font-size: 1.125rem;
    font-weight: 650;
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding: 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }

  progress {
    flex: 1 1 8rem;
    height: 8px;
    accent-color: var(--_accent);
  }

  .row.blocked {
    border-color: transparent;
    background: var(--_danger-soft);
    color: var(--_danger);
  }

  .description {
    flex: 1 1 14rem;
    overflow-wrap: anywhere;
  }

  .description .quiet {
    color: inherit;
  }

  .paused {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px;
    width: 100%;
    padding: 12px;
    border-radius: var(--_radius);
    background: var(--_warn-soft);
    color: var(--_warn);
  }

  .paused p {
    flex: 1 1 14rem;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 4px;
  }

  @media (max-width: 420px) {
    .actions {
      width: 100%;
    }

    .actions > button {
      flex: 1 1 auto;
    }
  }

  button.danger {
    color: var(--_danger);
  }
`;
