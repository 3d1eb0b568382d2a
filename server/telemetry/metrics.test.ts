import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMetrics } from '../test-support/parse-metrics.ts';
import { createMetrics } from './metrics.ts';

describe('metrics', () => {
  test('are rendered in the text format of Prometheus', async () => {
    const metrics = createMetrics();
    const count = metrics.counter({ name: 'requests_total', help: 'Requests.' });
    const observe = metrics.histogram({ name: 'seconds', help: 'Duration.' }, [0.1, 1]);
    metrics.collect({ name: 'depth', help: 'Jobs.' }, 'gauge', () => [
      { value: 3, labels: { kind: 'task' } },
    ]);
    metrics.collect({ name: 'gone', help: 'Not readable.' }, 'gauge', () =>
      Promise.reject(new Error('gone')),
    );
    count({ route: '/a', status: 200 });
    count({ route: '/a', status: 200 });
    for (const value of [0.1, 0.5, 2]) observe(value);
    expect(await metrics.render()).toBe(`# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{route="/a",status="200"} 2
# HELP seconds Duration.
# TYPE seconds histogram
seconds_bucket{le="0.1"} 1
seconds_bucket{le="1"} 2
seconds_bucket{le="+Inf"} 3
seconds_sum 2.6
seconds_count 3
# HELP depth Jobs.
# TYPE depth gauge
depth{kind="task"} 3
`);
  });

  test('can have any label value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.string()), async (values) => {
        const metrics = createMetrics();
        const count = metrics.counter({ name: 'n', help: 'N.' });
        for (const value of values) count({ value });
        const parsed = parseMetrics(await metrics.render());
        expect(parsed.map(({ labels }) => labels.value)).toEqual(values);
      }),
    );
  });
});
