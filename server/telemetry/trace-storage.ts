import type { Analyzer } from '../../src/domain/analyzer.ts';
import type { Database, Queries } from '../database/database.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { Tracer } from './tracer.ts';

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
