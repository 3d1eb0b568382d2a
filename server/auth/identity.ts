import type { User } from '../../src/rules/rule.ts';

/** Who calls, as their token says. */
export interface Identity {
  user: User;
  permissions: ReadonlySet<string>;
}
