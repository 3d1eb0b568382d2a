import type { Measurement, Result } from './result.ts';

interface ExampleOptions {
  p50: number;
  engine?: Measurement['engine'];
  threads?: number;
  device?: string;
  sustained?: { first: number; last: number };
  id?: string;
}

/** Creates a result for tests, with figures derived from one value. */
export function exampleResult(options: ExampleOptions): Result {
  const { p50, engine = 'wasm', threads = 2, device = 'Pixel 8', sustained, id } = options;
  const share = (part: number) => ({ p50: p50 * part, p90: p50 * part * 1.2, p99: p50 * part * 1.5 });
  return {
    format: 1,
    id: id ?? '6d3c6c0e-58a1-4c57-9d5c-2b1f5f1e7a10',
    at: '2026-11-15T10:00:00.000Z',
    device: {
      name: device,
      system: 'Android 16',
      browser: 'Chrome 156',
      userAgent: 'Mozilla/5.0',
      cores: 8,
      memoryGb: 8,
      screen: '412 × 915 at 2.63',
    },
    page: { secure: true, isolated: true, simd: true, threads: true },
    left: [{ engine: 'webgpu', reason: 'the browser offers no WebGPU adapter' }],
    measurements: [
      {
        task: 'damage_detection',
        photo: 'a drawn car, 4000 × 3000, 2.1 MB',
        engine,
        runtime: 'onnxruntime-web 1.30.0',
        backend: engine,
        threads,
        chosen: true,
        reason: 'the only one that passed its golden test',
        runtimeMs: 900,
        startMs: 60,
        models: [
          {
            name: 'damage',
            version: '1.0.0',
            precision: 'int8',
            bytes: 3_573_765,
            loadMs: 300,
            sessionMs: 420,
            passed: true,
            verdict: 'passed its golden test',
            run: share(0.8),
          },
        ],
        warmUpMs: 1.5 * p50,
        runs: 50,
        total: share(1),
        before: share(0.15),
        between: share(0),
        after: share(0.01),
        memory: { megabytes: 120, source: 'page and workers' },
      },
    ],
    ...(sustained && {
      sustained: {
        task: 'damage_detection',
        engine,
        seconds: 300,
        runs: 2,
        points: [
          [0, sustained.first],
          [299, sustained.last],
        ] as [number, number][],
        ...sustained,
      },
    }),
  };
}
