import { AwsClient, AwsV4Signer } from 'aws4fetch';
import { KerbsideError } from '../../src/errors.ts';

/** A bucket for photos and reports. */
export interface S3Options {
  /** URL of the storage service, without the bucket: `https://s3.eu-west-1.amazonaws.com`, `http://minio:9000`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /**
   * Whether clients send photos to the bucket and fetch photos and reports from it, with URLs that the service signs. Set it
   * to false if clients cannot reach the bucket.
   *
   * @default true
   */
  direct?: boolean;
  /**
   * URL of the storage service for clients, if it differs from `endpoint`.
   *
   * @default `endpoint`
   */
  publicEndpoint?: string;
}

interface S3Request {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: NonNullable<RequestInit['body']>;
  /** Whether the response may take longer than the timeout, once it has started: a slow client reads it. */
  isStream?: boolean;
}

interface SignOptions {
  expiresInSeconds: number;
  /**
   * Milliseconds since 1970 from which the URL works.
   *
   * @default now
   */
  from?: number;
}

/** Sends and signs requests for the objects of one bucket, which is addressed by path. */
export interface S3Client {
  bucket: string;
  /**
   * Sends a request. A missing object is a response with status 404.
   *
   * @throws `storage_unavailable` for any other error, and for a missing object in a PUT.
   */
  send(method: string, key: string, request?: S3Request): Promise<Response>;
  /** Returns a URL with which anybody can make this one request, with exactly these headers, until it expires. */
  sign(method: string, key: string, request: S3Request & SignOptions): Promise<string>;
}

/** For all attempts together. Shorter than the idle limit of a Postgres transaction: a photo is stored inside one. */
const TIMEOUT_MS = 30_000;

export function createS3Client(options: S3Options, timeoutMs = TIMEOUT_MS): S3Client {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = options;
  const credentials = { accessKeyId, secretAccessKey, region, service: 's3' };
  const client = new AwsClient({ ...credentials, retries: 3 });
  const signingKeys = new Map<string, ArrayBuffer>();
  const toUrl = (at: string, key: string, query: Record<string, string> = {}) => {
    const url = new URL(`${encodeURIComponent(bucket)}/${key}`, at.endsWith('/') ? at : `${at}/`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  return {
    bucket,
    async send(method, key, { query, isStream = false, ...init } = {}) {
      const timeout = new AbortController();
      const timer = setTimeout(
        () => timeout.abort(new Error('the bucket did not respond in time')),
        timeoutMs,
      );
      timer.unref();
      const response = await client
        .fetch(toUrl(endpoint, key, query), { method, signal: timeout.signal, ...init })
        .catch(throwBucketUnavailable);
      if (isStream) clearTimeout(timer);
      if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
      await response.body?.cancel();
      return throwBucketUnavailable(new Error(`the bucket responded ${response.status} to ${method}`));
    },
    async sign(method, key, { query, headers = {}, expiresInSeconds, from }) {
      const url = toUrl(options.publicEndpoint ?? endpoint, key, {
        ...query,
        'X-Amz-Expires': String(expiresInSeconds),
      });
      const signer = new AwsV4Signer({
        ...credentials,
        method,
        url,
        headers,
        signQuery: true,
        allHeaders: true, // otherwise Content-Length and Content-Type would be free
        cache: signingKeys,
        ...(from !== undefined && { datetime: toAmzDate(from) }),
      });
      return (await signer.sign()).url.href;
    },
  };
}

function toAmzDate(time: number): string {
  return new Date(time).toISOString().replace(/[:-]|\.\d{3}/g, '');
}

export function throwBucketUnavailable(cause: unknown): never {
  throw new KerbsideError('storage_unavailable', 'The bucket for photos is not available.', {
    cause,
    retryable: true,
  });
}
