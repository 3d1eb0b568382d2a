import { KerbsideError } from '../src/errors.ts';
import type { ServeCommand } from '../src/node/cli/parse-server-commands.ts';
import { isWeakSecret } from './auth/secret.ts';
import type { TokenKeys } from './auth/verify-token.ts';
import type { ServiceLimits } from './limits.ts';
import type { ServiceOptions } from './options.ts';
import { LOG_LEVELS, type LogLevel } from './telemetry/log.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Limits that can be set, with their environment variables. */
const LIMIT_VARIABLES: Partial<Record<keyof ServiceLimits, string>> = {
  photoBytes: 'KERBSIDE_PHOTO_BYTES',
  uploadBytes: 'KERBSIDE_UPLOAD_BYTES',
  concurrentRequests: 'KERBSIDE_REQUESTS',
  concurrentUploads: 'KERBSIDE_UPLOADS',
  photoMemoryBytes: 'KERBSIDE_PHOTO_MEMORY_BYTES',
  requestsPerSecond: 'KERBSIDE_RATE',
  burst: 'KERBSIDE_BURST',
};

/**
 * Returns the options of the service from the command and the environment. docs/server.md lists the variables.
 *
 * @throws `invalid_input` if variables do not fit together.
 */
export function readServiceOptions(
  { port, host, data, allowPrivateUrls, role, drainSeconds, drainDelaySeconds, retainSeconds }: ServeCommand,
  env: Environment,
): { options: ServiceOptions; warnings: string[] } {
  const keys = readKeys(env);
  const warnings: string[] = [];
  if (keys && 'secret' in keys && isWeakSecret(keys.secret)) {
    warnings.push('KERBSIDE_SECRET is too short to be secure. Use at least 32 characters.');
  }
  if (!keys && data === undefined && role === 'all') {
    warnings.push(
      'No tokens can be signed for this service. Set KERBSIDE_SECRET, or pass a folder with --data.',
    );
  }
  return {
    warnings,
    options: {
      port,
      host,
      allowPrivateUrls,
      role,
      limits: readLimits(env),
      ...(retainSeconds !== undefined && { retainMs: retainSeconds * 1000 }),
      ...readMetrics(env),
      logLevel: readLogLevel(env.KERBSIDE_LOG_LEVEL || 'info'),
      ...(drainSeconds !== undefined && { drainMs: drainSeconds * 1_000 }),
      ...(drainDelaySeconds !== undefined && { drainDelayMs: drainDelaySeconds * 1_000 }),
      ...(keys && { keys }),
      ...readStorageOptions(data, env),
      ...(env.KERBSIDE_ORIGINS && {
        origins: env.KERBSIDE_ORIGINS.split(',').map((origin) => origin.trim()),
      }),
      ...(env.KERBSIDE_PUBLIC_URL && { publicUrl: env.KERBSIDE_PUBLIC_URL.replace(/\/$/, '') }),
    },
  };
}

/** Returns the options of what outlives the process, which `kerbside erase` uses, too. */
export function readStorageOptions(
  data: string | undefined,
  env: Environment,
): Pick<ServiceOptions, 'data' | 'databaseUrl' | 's3'> {
  const s3 = readBucket(env);
  return {
    ...(data !== undefined && { data }),
    ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
    ...(s3 && { s3 }),
  };
}

function readKeys(env: Environment): TokenKeys | undefined {
  const { KERBSIDE_SECRET: secret, KERBSIDE_JWKS_URL: jwksUrl } = env;
  if (!jwksUrl) return secret ? { secret } : undefined;
  if (secret) throw optionError('Set KERBSIDE_SECRET or KERBSIDE_JWKS_URL, not both.');
  const requireVariable = (name: string) => env[name] || throwMissing(name, 'KERBSIDE_JWKS_URL');
  return {
    jwksUrl,
    issuer: requireVariable('KERBSIDE_ISSUER'),
    audience: requireVariable('KERBSIDE_AUDIENCE'),
  };
}

function readBucket(env: Environment): ServiceOptions['s3'] {
  const { S3_BUCKET: bucket } = env;
  if (!bucket) return undefined;
  const region = env.AWS_REGION || 'us-east-1';
  const requireVariable = (name: string) => env[name] || throwMissing(name, 'S3_BUCKET');
  return {
    bucket,
    region,
    endpoint: env.S3_ENDPOINT || `https://s3.${region}.amazonaws.com`,
    accessKeyId: requireVariable('AWS_ACCESS_KEY_ID'),
    secretAccessKey: requireVariable('AWS_SECRET_ACCESS_KEY'),
    direct: env.S3_DIRECT !== 'off',
    ...(env.S3_PUBLIC_ENDPOINT && { publicEndpoint: env.S3_PUBLIC_ENDPOINT }),
  };
}

function readLimits(env: Environment): Partial<ServiceLimits> {
  const given = Object.entries(LIMIT_VARIABLES).flatMap(([limit, name]) => {
    const text = env[name];
    if (text === undefined || text === '') return [];
    if (!(Number(text) > 0)) throw optionError(`${name} must be a number greater than 0, not "${text}".`);
    return [[limit, Number(text)] as const];
  });
  return Object.fromEntries(given);
}

function readMetrics({ KERBSIDE_METRICS_PORT: text, KERBSIDE_METRICS_HOST: host }: Environment) {
  if (!text) return {};
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535))
    throw optionError(`KERBSIDE_METRICS_PORT must be a number from 0 to 65535, not "${text}".`);
  return { metrics: { port, ...(host && { host }) } };
}

function readLogLevel(name: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === name);
  if (level) return level;
  throw optionError(`KERBSIDE_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${name}".`);
}

function throwMissing(name: string, setVariable: string): never {
  throw optionError(`${name} is missing. ${setVariable} requires it.`);
}

function optionError(message: string): KerbsideError {
  return new KerbsideError('invalid_input', message);
}
