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
