import { KerbsideError } from '../src/errors.ts';
import type { ServeCommand } from '../src/node/cli/parse-server-commands.ts';
import { isWeakSecret } from './auth/secret.ts';
import type { TokenKeys } from './auth/verify-token.ts';
import type { ServiceLimits } from './limits.ts';
import type { ServiceOptions } from './options.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The limits that can be set, under their names in the environment. */
const LIMIT_NAMES: Partial<Record<keyof ServiceLimits, string>> = {
  photoBytes: 'KERBSIDE_PHOTO_BYTES',
  uploadBytes: 'KERBSIDE_UPLOAD_BYTES',
  requestsPerSecond: 'KERBSIDE_RATE',
  burst: 'KERBSIDE_BURST',
};

/** The command's options and the environment's, as one. docs/server.md has the table. */
export function readServiceOptions(
  { port, host, data, allowPrivateUrls }: ServeCommand,
  env: Environment,
): { options: ServiceOptions; warnings: string[] } {
  const keys = keysFrom(env);
  const s3 = bucketFrom(env);
  const warnings: string[] = [];
  if (keys && 'secret' in keys && isWeakSecret(keys.secret)) {
    warnings.push('KERBSIDE_SECRET is short: whoever guesses it can sign tokens. Use 32 characters or more.');
  }
  if (!keys && data === undefined) {
    warnings.push('Nobody can sign tokens: set KERBSIDE_SECRET, or name a folder with --data.');
  }
  return {
    warnings,
    options: {
      port,
      host,
      allowPrivateUrls,
      limits: limitsFrom(env),
      ...(data !== undefined && { data }),
      ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
      ...(keys && { keys }),
      ...(s3 && { s3 }),
      ...(env.KERBSIDE_ORIGINS && {
        origins: env.KERBSIDE_ORIGINS.split(',').map((origin) => origin.trim()),
      }),
      ...(env.KERBSIDE_PUBLIC_URL && { publicUrl: env.KERBSIDE_PUBLIC_URL.replace(/\/$/, '') }),
    },
  };
}

function keysFrom(env: Environment): TokenKeys | undefined {
  const { KERBSIDE_SECRET: secret, KERBSIDE_JWKS_URL: jwksUrl } = env;
  if (!jwksUrl) return secret ? { secret } : undefined;
  if (secret)
    throw wrong('Set KERBSIDE_SECRET or KERBSIDE_JWKS_URL, not both: a token has one kind of signature.');
  const needed = (name: string) => env[name] || missing(name, 'KERBSIDE_JWKS_URL');
  return { jwksUrl, issuer: needed('KERBSIDE_ISSUER'), audience: needed('KERBSIDE_AUDIENCE') };
}

function bucketFrom(env: Environment): ServiceOptions['s3'] {
  const { S3_BUCKET: bucket, AWS_REGION: region = 'us-east-1' } = env;
  if (!bucket) return undefined;
  const needed = (name: string) => env[name] || missing(name, 'S3_BUCKET');
  return {
    bucket,
    region,
    endpoint: env.S3_ENDPOINT || `https://s3.${region}.amazonaws.com`,
    accessKeyId: needed('AWS_ACCESS_KEY_ID'),
    secretAccessKey: needed('AWS_SECRET_ACCESS_KEY'),
  };
}

function limitsFrom(env: Environment): Partial<ServiceLimits> {
  const given = Object.entries(LIMIT_NAMES).flatMap(([limit, name]) => {
    const text = env[name];
    if (text === undefined || text === '') return [];
    if (!(Number(text) > 0)) throw wrong(`${name} is a number over 0, not "${text}".`);
    return [[limit, Number(text)] as const];
  });
  return Object.fromEntries(given);
}

function missing(name: string, because: string): never {
  throw wrong(`${because} is set, so ${name} has to be set too.`);
}

function wrong(message: string): KerbsideError {
  return new KerbsideError('invalid_input', message);
}
