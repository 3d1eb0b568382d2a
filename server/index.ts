/**
 * The reference service, for tests, benchmarks and programs that embed it. On the command line use `npx kerbside serve`.
 * Start at {@link startService}.
 *
 * @packageDocumentation
 */
export { ALL_PERMISSIONS, ORGANIZATION_PERMISSIONS, OWN_PERMISSIONS } from './auth/permissions.ts';
export { signToken, type TokenOptions } from './auth/sign-token.ts';
export type { TokenKeys } from './auth/verify-token.ts';
export type { ServiceLimits } from './limits.ts';
export type { Role, ServiceOptions } from './options.ts';
export { type RunningService, startService } from './start-service.ts';
export type { RenderReport } from './store/reports.ts';
export type { S3Options } from './store/s3-client.ts';
export type { LogLevel } from './telemetry/log.ts';
export type { MetricsOptions } from './telemetry/metrics-server.ts';
export type { CreateThumbnail } from './thumbnails.ts';
