import type { InspectionApi } from '../src/domain/api/inspection-api.ts';
import { correctionOperations } from '../src/operations/corrections.ts';
import type { EventHub } from '../src/operations/events.ts';
import type { Host } from '../src/operations/host.ts';
import { createHost } from '../src/operations/host.ts';
import { imageOperations } from '../src/operations/images.ts';
import { inspectionOperations } from '../src/operations/inspections.ts';
import * as photoCode from '../src/operations/rare-host-code.ts';
import type { Logger } from '../src/operations/support/logger.ts';
import { taskOperations } from '../src/operations/tasks.ts';
import type { IdSource } from '../src/platform/id-source.ts';
import type { KeyedQueue } from '../src/platform/keyed-queue.ts';
import type { Platform } from '../src/platform/ports.ts';
import type { Estimator } from '../src/rules/estimator.ts';
import type { User } from '../src/rules/rule.ts';
import type { Store } from '../src/store/store.ts';
import type { LinkSigner } from './auth/signed-links.ts';
import type { VerifyToken } from './auth/verify-token.ts';
import type { Database } from './database/database.ts';
import type { ServiceLimits } from './limits.ts';
import type { Outbound } from './net/outbound.ts';
import type { PhotoMemory } from './photo-memory.ts';
import type { TokenBuckets } from './rates/token-bucket.ts';
import type { BlobStore } from './store/blob-store.ts';
import type { CreateOnce } from './store/create-once.ts';
import type { JobSignal } from './store/job-signal.ts';
import type { PostgresStore } from './store/postgres-store.ts';
import type { RenderReport } from './store/reports.ts';
import type { ServiceMetrics } from './telemetry/service-metrics.ts';
import type { Tracer } from './telemetry/tracing.ts';
import type { Thumbnails } from './thumbnails.ts';

/** The parts of a running service. start-service.ts creates it. */
export interface Service {
  database: Database;
  store: PostgresStore;
  createOnce: CreateOnce;
  blobs: BlobStore;
  /** The folder for files of requests that are being handled. */
  uploads: string;
  events: EventHub;
  /** Wakes the instances that run jobs. */
  jobSignal: JobSignal;
  /** Runs changes of one inspection one after another. In the database they would conflict. */
  changeQueue: KeyedQueue;
  /** Photos that requests hold in memory at the same time. */
  photoMemory: PhotoMemory;
  ids: IdSource;
  platform: Platform;
  outbound: Outbound;
  limits: ServiceLimits;
  /** Counts requests by user or address. */
  rateLimits: TokenBuckets;
  verifyToken: VerifyToken;
  links: LinkSigner;
  estimator: Estimator | undefined;
  renderReport: RenderReport | undefined;
  /** Whether this instance or a worker renders reports. */
  hasReports: boolean;
  thumbnails: Thumbnails;
  /** Returns the URL for links in responses. */
  publicUrl(): string;
  logger: Logger;
  metrics: ServiceMetrics;
  tracer: Tracer;
}

/** Creates the host of the device's operations for one user, on a store with that user's permissions. */
export function createServiceHost(service: Service, user: User, store: Store): Host {
  const { limits } = service;
  return createHost({
    ...service,
    photoBytes: limits.photoBytes,
    user,
    store,
    loadRare: async () => photoCode,
  });
}

/** Creates the operations of the device on a host. */
export function createOperations(host: Host): InspectionApi {
  return {
    inspections: inspectionOperations(host),
    tasks: taskOperations(host),
    images: imageOperations(host),
    ...correctionOperations(host),
  };
}
