import type { Attributes, Span } from '@opentelemetry/api';
import { KerbsideError } from '../../src/errors.ts';
import type { MetricMirror } from './metrics.ts';
import { NO_TRACER, type SpanOptions, type Tracer, type TraceSpan } from './tracer.ts';

type Api = typeof import('@opentelemetry/api');

const SCOPE = 'kerbside-server';

/** What goes to OpenTelemetry. */
export interface OpenTelemetry {
  tracer: Tracer;
  mirror?: MetricMirror;
}

/**
 * Connects to OpenTelemetry if its API is installed. The process that embeds the service, or `node --import`, registers an
 * SDK before; without one the API does nothing.
 */
export async function connectOpenTelemetry(): Promise<OpenTelemetry> {
  const api = await import('@opentelemetry/api').catch(() => undefined);
  return api ? { tracer: createTracer(api), mirror: createMirror(api) } : { tracer: NO_TRACER };
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

function createMirror(api: Api): MetricMirror {
  const meter = api.metrics.getMeter(SCOPE);
  return {
    counter({ name, help }) {
      const counter = meter.createCounter(name, { description: help });
      return (value, labels) => counter.add(value, labels);
    },
    histogram({ name, help }, buckets) {
      const advice = { explicitBucketBoundaries: [...buckets] };
      const histogram = meter.createHistogram(name, { description: help, advice });
      return (value, labels) => histogram.record(value, labels);
    },
    collected({ name, help }, type, read) {
      const create = type === 'counter' ? meter.createObservableCounter : meter.createObservableGauge;
      const observable = create.call(meter, name, { description: help });
      observable.addCallback(async (result) => {
        for (const { value, labels } of await read()) result.observe(value, labels);
      });
    },
  };
}
