/** The reference service, for programs: tests, benches, apps that bring their own. `npx kerbside serve` for people. */
export { ALL_PERMISSIONS, ORGANIZATION_PERMISSIONS, OWN_PERMISSIONS } from './auth/permissions.ts';
export { signToken, type TokenOptions } from './auth/sign-token.ts';
export type { ServiceLimits } from './limits.ts';
export type { ServiceOptions } from './options.ts';
export { type RunningService, startService } from './start-service.ts';
export type { RenderReport } from './store/reports.ts';
