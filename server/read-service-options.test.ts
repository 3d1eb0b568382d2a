import { describe, expect, it } from 'vitest';
import type { ServeCommand } from '../src/node/cli/parse-server-commands.ts';
import { readServiceOptions } from './read-service-options.ts';

const command: ServeCommand = {
  name: 'serve',
  port: 8787,
  host: '127.0.0.1',
  allowPrivateUrls: false,
  role: 'all',
};
const SECRET = 'a secret of more than thirty-two characters';

describe('readServiceOptions', () => {
  it('uses the embedded database and warns that no tokens can be signed by default', () => {
    const { options, warnings } = readServiceOptions(command, {});
    expect(options).toEqual({
      port: 8787,
      host: '127.0.0.1',
      allowPrivateUrls: false,
      role: 'all',
      limits: {},
      logLevel: 'info',
    });
    expect(warnings).toEqual([expect.stringContaining('No tokens can be signed')]);
  });

  it('reads database, keys, origins, public URL and limits', () => {
    const { options, warnings } = readServiceOptions(command, {
      DATABASE_URL: 'postgres://db/kb',
      KERBSIDE_SECRET: SECRET,
      KERBSIDE_ORIGINS: 'https://a.example, https://b.example',
      KERBSIDE_PUBLIC_URL: 'https://api.example/v1/',
      KERBSIDE_RATE: '5',
    });
    expect(options).toMatchObject({
      databaseUrl: 'postgres://db/kb',
      keys: { secret: SECRET },
      origins: ['https://a.example', 'https://b.example'],
      publicUrl: 'https://api.example/v1',
      limits: { requestsPerSecond: 5 },
    });
    expect(warnings).toEqual([]);
  });

  it('derives the S3 endpoint from the region', () => {
    const env = {
      S3_BUCKET: 'photos',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'key',
    };
    expect(readServiceOptions(command, env).options.s3?.endpoint).toBe('https://s3.eu-west-1.amazonaws.com');
  });

  it('reads an empty region as none, as compose files pass it', () => {
    const env = { S3_BUCKET: 'photos', AWS_REGION: '', AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 'k' };
    expect(readServiceOptions(command, env).options.s3).toMatchObject({
      region: 'us-east-1',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
    });
  });

  it('warns about a short secret', () => {
    const { warnings } = readServiceOptions(command, { KERBSIDE_SECRET: 'short' });
    expect(warnings).toEqual([expect.stringContaining('too short')]);
  });

  it.each([
    ['a secret and an identity provider', { KERBSIDE_SECRET: SECRET, KERBSIDE_JWKS_URL: 'https://idp' }],
    ['an identity provider without issuer', { KERBSIDE_JWKS_URL: 'https://idp' }],
    ['a bucket without credentials', { S3_BUCKET: 'photos' }],
    ['a limit that is not a number', { KERBSIDE_BURST: 'many' }],
  ])('rejects %s', (_, env) => {
    expect(() => readServiceOptions(command, env)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  });
});
