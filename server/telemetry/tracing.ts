import type { Attributes, Span } from '@opentelemetry/api';
import type { Analyzer } from '../../src/domain/task/analyzer.ts';
import { KerbsideError } from '../../src/errors.ts';
import type { Database, Queries } from '../database/database.ts';
import type { BlobStore } from '../store/blob-store.ts';

/** Facts about a span: names of OpenTelemetry's semantic conventions, without personal data. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** The span of a piece of work. */
export interface TraceSpan {
  setName(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
}

export interface SpanOptions {
  name: string;
  kind?: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
  /** Headers of the request that caused the work: its `traceparent` is the parent. */
  parent?: (name: string) => string | undefined;
}

/** Runs work in a span. A span ends with its work; an error is recorded. Spans inside are its children. */
export interface Tracer {
  run<T>(options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T>;
}

const NO_SPAN: TraceSpan = { setName() {}, setAttributes() {} };

/** Traces nothing. */
export const NO_TRACER: Tracer = { run: (_, work) => work(NO_SPAN) };

type Api = typeof import('@opentelemetry/api');

const SCOPE = 'kerbside-server';

/**
 * Returns the tracer of OpenTelemetry if its API is installed, else one that traces nothing. The process that embeds the
 * service, or `node --import`, registers an SDK before; without one the API does nothing.
 */
export async function openTracer(): Promise<Tracer> {
  const api = await import('@opentelemetry/api').catch(() => undefined);
  return api ? createTracer(api) : NO_TRACER;
}

function createTracer(api: Api): Tracer {
  const tracer = api.trace.getTracer(SCOPE);
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };
  return {
    async run<T>(
      { name, kind = 'internal', attributes = {}, parent }: SpanOptions,
      work: (span: TraceSpan) => Promise<T>,
    ) {
      const active = api.context.active();
      const context = parent
        ? api.propagation.extract(active, parent, { keys: () => [], get: (header, key) => header(key) })
        : active;
      return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, context, async (span) => {
        try {
          return await work(toTraceSpan(span));
        } catch (error) {
          span.setStatus({ code: api.SpanStatusCode.ERROR, message: toErrorType(error) });
          throw error;
        } finally {
          span.end();
        }
      });
    },
  };
}

function toTraceSpan(span: Span): TraceSpan {
  return {
    setName: (name) => void span.updateName(name),
    setAttributes: (attributes) => void span.setAttributes(attributes as Attributes),
  };
}

/** The code or class of an error. Messages can contain what a user has written. */
function toErrorType(error: unknown): string {
  if (error instanceof KerbsideError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

/** The first operation of a statement, also of one that begins with `with`. */
const OPERATION = /\b(select|insert|update|delete|begin|commit|rollback|create|alter|listen|notify)\b/;

/** Adds a span to each statement. Its text has no values: they are parameters. */
export function traceDatabase(database: Database, tracer: Tracer): Database {
  const traceQueries = (queries: Queries): Queries => ({
    query: (sql, values, options) => {
      const [operation = ''] = OPERATION.exec(sql) ?? [];
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': sql,
      };
      return tracer.run({ name: `db ${operation}`, kind: 'client', attributes }, () =>
        queries.query(sql, values, options),
      );
    },
    transaction: (work) => queries.transaction((inner) => work(traceQueries(inner))),
  });
  return { ...database, ...traceQueries(database) };
}

/** Adds a span to each read, write and delete of a photo or report. */
export function traceBlobs(blobs: BlobStore, tracer: Tracer): BlobStore {
  const trace = <T>(operation: string, work: () => Promise<T>) =>
    tracer.run({ name: `blob ${operation}`, kind: 'client' }, work);
  return {
    ...blobs,
    get: (id) => trace('get', () => blobs.get(id)),
    put: (id, bytes, type) => trace('put', () => blobs.put(id, bytes, type)),
    delete: (id) => trace('delete', () => blobs.delete(id)),
  };
}

/** Adds a span to each run of models. */
export function traceAnalyzer(analyzer: Analyzer, tracer: Tracer): Analyzer {
  return {
    supports: async (task) => (await analyzer.supports?.(task)) ?? true,
    analyze: (request) =>
      tracer.run({ name: `model ${request.task.name}`, attributes: { images: request.images.length } }, () =>
        analyzer.analyze(request),
      ),
    ...(analyzer.assess && {
      assess: (image, signal) =>
        tracer.run({ name: 'model quality' }, () => (analyzer as Required<Analyzer>).assess(image, signal)),
    }),
    ...(analyzer.assessCoverage && {
      assessCoverage: (image, signal) =>
        tracer.run({ name: 'model coverage' }, () =>
          (analyzer as Required<Analyzer>).assessCoverage(image, signal),
        ),
    }),
  };
}
