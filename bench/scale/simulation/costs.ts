import type { ScaleResult } from '../result.ts';

/** What a device asks of each part of the service. Times are seconds of one core, unless stated. */
export interface Costs {
  photosPerDevice: number;
  /** Requests without a photo: create, task start, polls for the result. */
  smallRequests: number;
  /** Requests per photo. */
  photoRequests: number;
  smallApi: number;
  photoApi: number;
  smallPostgres: number;
  photoPostgres: number;
  /** Network between API and Postgres while a request holds a connection: round trips, in seconds. */
  smallIdle: number;
  photoIdle: number;
  /** Of a worker, without the model. */
  workerPerPhoto: number;
  /** Of the model on one core. */
  modelPerPhoto: number;
  /** Size of a photo, in bytes, and uplink of a device, in bytes per second. */
  photoBytes: number;
  uplink: number;
  /** Response time of the bucket, and requests per second that it accepts. */
  bucketLatency: number;
  bucketRate: number;
}

/** Within a data centre, in seconds. */
const ROUND_TRIP = 0.0005;

/** What was not measured here, and where it comes from. */
export const ASSUMED = {
  /** Round trips of a create: 1, of an upload that is started: 3, of a task that is started: 2, of a poll: 1. Uploads are most. */
  smallIdle: 2 * ROUND_TRIP,
  /** The upload; begin, key, inspection, change, response, commit. */
  photoIdle: 7 * ROUND_TRIP,
  /** `npm run bench -- phone`: damage_detection on one WASM thread of an x64 core. */
  modelPerPhoto: 1.2,
  photoBytes: 1.5e6,
  /** 10 Mbit/s, a phone on LTE. */
  uplink: 10e6 / 8,
  bucketLatency: 0.05,
  /** Documented by Amazon S3: at least 3,500 PUT requests per second per prefix. */
  bucketRate: 3_500,
} satisfies Partial<Costs>;

/** Takes the costs from a run of the load. */
export function calibrate({
  throughput,
  requestsPerDevice,
  cpuPerInspection,
  photosPerDevice,
}: Pick<
  Required<ScaleResult>,
  'throughput' | 'requestsPerDevice' | 'cpuPerInspection' | 'photosPerDevice'
>): Costs {
  const [create, withPhoto] = throughput;
  if (!create || !withPhoto) throw new Error('The result has no throughput to calibrate with.');
  const count = (matches: (key: string) => boolean) =>
    Object.entries(requestsPerDevice).reduce((sum, [key, value]) => (matches(key) ? sum + value : sum), 0);
  const isApi = (key: string) => key.includes('/v1/');
  const isPhoto = (key: string) => key.startsWith('POST') && /\/images(\/|$| )/.test(key);
  const photoRequests = Math.max(1, count((key) => isPhoto(key) && isApi(key)) / photosPerDevice);
  const seconds = (milliseconds: number) => Math.max(0, milliseconds) / 1000;
  return {
    ...ASSUMED,
    photosPerDevice,
    photoRequests,
    smallRequests: count((key) => isApi(key) && !isPhoto(key)),
    smallApi: seconds(create.service.processMs),
    smallPostgres: seconds(create.service.postgresMs),
    photoApi: seconds(withPhoto.service.processMs - create.service.processMs),
    photoPostgres: seconds(withPhoto.service.postgresMs - create.service.postgresMs),
    workerPerPhoto: cpuPerInspection.worker / photosPerDevice,
  };
}

/** Seconds that a connection to Postgres waits for the network, per inspection. */
export function idleSecondsPerInspection(costs: Costs): number {
  const { photosPerDevice, photoRequests, smallRequests, smallIdle, photoIdle } = costs;
  return smallRequests * smallIdle + photosPerDevice * photoRequests * photoIdle;
}

/** Seconds of one core that an inspection takes. */
export function coreSecondsPerInspection(costs: Costs): Record<'api' | 'postgres' | 'worker', number> {
  const { photosPerDevice, smallRequests } = costs;
  return {
    api: smallRequests * costs.smallApi + photosPerDevice * costs.photoApi,
    postgres: smallRequests * costs.smallPostgres + photosPerDevice * costs.photoPostgres,
    worker: photosPerDevice * (costs.workerPerPhoto + costs.modelPerPhoto),
  };
}
