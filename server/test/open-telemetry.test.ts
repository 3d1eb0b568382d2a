import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BrightnessAnalyzer, halfDark } from '../../test/node/support/brightness-analyzer.ts';
import type { RunningService } from '../index.ts';
import { createForm, createPlainClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const spans = new InMemorySpanExporter();
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
let service: RunningService;

beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  service = await startService({ analyzer: new BrightnessAnalyzer(), pollMs: 50 });
});
afterAll(async () => {
  await service.close();
  for (const api of [context, propagation, trace]) api.disable();
});

it('gets spans of requests with their statements and blobs, and of jobs with their models', async () => {
  const grace = await createPlainClient(service, { id: 'grace' });
  const body = {
    tasks: { damage_detection: { status: 'TODO' } },
    images: [{ acquisition: { file_key: 'dark' }, tasks: ['damage_detection'] }],
  };
  const form = createForm(body, { dark: new Uint8Array(await halfDark('left')) });
  await grace.post('/inspections', form, { traceparent: `00-${TRACE}-${CALLER}-01` });
  const find = (name: string) => spans.getFinishedSpans().find((span) => span.name === name) as ReadableSpan;
  const childrenOf = (parent: ReadableSpan) =>
    spans
      .getFinishedSpans()
      .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId)
      .map(({ name }) => name);
  await waitUntil(async () => expect(find('job task')).toBeDefined());

  const request = find('POST /v1/inspections');
  expect(request.parentSpanContext).toMatchObject({ traceId: TRACE, spanId: CALLER });
  expect(request.attributes).toMatchObject({
    'http.route': '/v1/inspections',
    'http.response.status_code': 200,
    'kerbside.request_id': TRACE,
  });
  expect(childrenOf(request)).toEqual(expect.arrayContaining(['blob put', 'db insert']));
  expect(childrenOf(find('job task'))).toEqual(
    expect.arrayContaining(['model damage_detection', 'db select']),
  );
  expect(JSON.stringify(spans.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain('grace');
});
