import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { signToken } from '../../../server/auth/sign-token.ts';
import { findFreePort } from '../../../server/test-support/free-port.ts';
import {
  findPostgresBinaries,
  type PrivatePostgres,
  startPostgres,
} from '../../../server/test-support/private-postgres.ts';
import { type S3Server, startS3Server } from '../../../server/test-support/s3-server.ts';
import { nodeGoldenRun } from '../../../test/fixtures/node-golden-run.ts';
import { patchModels } from '../../../test/fixtures/patch-models.ts';
import { createInstance, type Instance, type Role } from './instance.ts';
import { readTreeUsage, UsageRecorder } from './process-usage.ts';
import { type Reaper, startReaper } from './reaper.ts';

/** What the processes are part of. */
export type Part = 'api' | 'worker' | 'postgres' | 'bucket';

/** All processes of a service: Postgres, an S3 server, API and worker instances. */
export interface Cluster {
  postgres: PrivatePostgres;
  bucket: S3Server;
  instances: Instance[];
  apis: Instance[];
  workers: Instance[];
  /** Processor seconds of each part since its start. */
  readCpu(): Record<Part, number>;
  signToken(userId: string): Promise<string>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  apis: number;
  workers: number;
}

const SECRET = 'the secret of a benchmark, 32 characters or more';
const SAMPLE_MS = 500;
const ARGS = {
  api: () => [],
  worker: (models) => ['--models', models, '--tasks', '1'],
} satisfies Record<Role, (models: string) => string[]>;

/** Starts everything. Postgres flushes to disk, as in production. */
export async function startCluster({ apis, workers }: ClusterOptions): Promise<Cluster> {
  const binaries = findPostgresBinaries();
  if (binaries === undefined) throw new Error('No Postgres server is installed.');
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-scale-'));
  const reaper = startReaper();
  const started: (() => Promise<void> | void)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
    reaper.close();
  };
  try {
    return await startParts({ folder, binaries, apis, workers, reaper, started, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

interface PartOptions extends ClusterOptions {
  folder: string;
  binaries: string;
  reaper: Reaper;
  /** Gets what ends each part. */
  started: (() => Promise<void> | void)[];
  stop(): Promise<void>;
}

async function startParts(options: PartOptions): Promise<Cluster> {
  const { folder, binaries, apis, workers, reaper, started, stop } = options;
  const bucket = await startS3Server();
  started.push(() => bucket.stop());
  const postgres = await startPostgres(binaries, { max_connections: '200' });
  started.push(() => postgres.stop());
  const models = await writeModels(folder);
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.options;
  const env = {
    DATABASE_URL: postgres.url,
    KERBSIDE_SECRET: SECRET,
    S3_BUCKET: name,
    S3_ENDPOINT: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    KERBSIDE_RATE: '100000',
    KERBSIDE_BURST: '100000',
  };
  const start = async (role: Role, index: number) => {
    const instance = createInstance({
      name: `${role} ${index + 1}`,
      role,
      env,
      port: await findFreePort(),
      args: ARGS[role](models),
    });
    started.push(() => instance.stop());
    await instance.start();
    return instance;
  };
  const instances = await Promise.all([
    ...Array.from({ length: apis }, (_, index) => start('api', index)),
    ...Array.from({ length: workers }, (_, index) => start('worker', index)),
  ]);
  const [apiInstances, workerInstances] = (['api', 'worker'] as const).map((role) =>
    instances.filter((instance) => instance.role === role),
  ) as [Instance[], Instance[]];
  const usage: Record<Part, UsageRecorder[]> = {
    api: apiInstances.map((instance) => instance.usage),
    worker: workerInstances.map((instance) => instance.usage),
    postgres: [new UsageRecorder(() => readPid(postgres), readTreeUsage)],
    bucket: [new UsageRecorder(bucket.pid)],
  };
  const sample = () => {
    for (const recorder of Object.values(usage).flat()) recorder.sample();
    const killed = [bucket, ...instances].map((part) => ({ pid: part.pid(), signal: 'SIGKILL' as const }));
    const processes = [...killed, { pid: readPid(postgres), signal: 'SIGQUIT' as const }];
    reaper.update({
      processes: processes.filter(({ pid }) => pid > 0),
      folders: [folder, dirname(bucket.folder), postgres.folder],
    });
  };
  sample();
  const sampling = setInterval(sample, SAMPLE_MS);
  started.push(() => clearInterval(sampling));
  return {
    postgres,
    bucket,
    instances,
    apis: apiInstances,
    workers: workerInstances,
    readCpu() {
      sample();
      const sum = (part: Part) => usage[part].reduce((total, { cpuSeconds }) => total + cpuSeconds, 0);
      return { api: sum('api'), worker: sum('worker'), postgres: sum('postgres'), bucket: sum('bucket') };
    },
    signToken: (userId) => signToken(SECRET, { id: userId, organizationId: 'fleet' }, { expiresIn: 86_400 }),
    stop,
  };
}

/** Returns 0 while Postgres is down. */
function readPid(postgres: PrivatePostgres): number {
  try {
    return postgres.pid();
  } catch {
    return 0;
  }
}

/** Models of a few hundred bytes: decoding, layout and onnxruntime are those of the shipped models, the network is not. */
async function writeModels(folder: string): Promise<string> {
  const files = await patchModels(nodeGoldenRun, ['damage', 'parts']);
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
  return folder;
}
