import type { LicenceKind } from '../../analysis/licence.ts';
import { type CommandOptions, parseLicence, requireFolder, usageError } from './parse-options.ts';

/** `kerbside serve`: runs the reference service. Other settings are in the environment: see docs/server.md. */
export interface ServeCommand {
  name: 'serve';
  port: number;
  host: string;
  data?: string;
  models?: string;
  /** Which models may run. */
  licence?: LicenceKind;
  /** The file of the logo in reports. */
  logo?: string;
  allowPrivateUrls: boolean;
  /** The work of the instance. */
  role: ServeRole;
  /** Number of tasks at the same time. */
  tasks?: number;
  /** The time that requests and tasks have to end after SIGTERM. */
  drainSeconds?: number;
  drainDelaySeconds?: number;
  /** How long photos and reports are kept. */
  retainSeconds?: number;
}

const SERVE_ROLES = ['all', 'api', 'worker'] as const;
type ServeRole = (typeof SERVE_ROLES)[number];
const MAX_TASKS = 256;

/** `kerbside token`: prints a development token for the service. */
export interface TokenCommand {
  name: 'token';
  user: string;
  organization?: string;
  expiresInSeconds: number;
  /** @default all permissions on the user's and the organization's records */
  permissions?: string[];
  data?: string;
}

/** `kerbside erase`: erases all data of a user, or of one inspection. */
export interface EraseCommand {
  name: 'erase';
  /** Exactly one of both. */
  user?: string;
  inspection?: string;
  data?: string;
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

export function parseServe(options: CommandOptions, rest: readonly string[]): ServeCommand {
  rejectPositionals('serve', rest);
  const {
    port = '8787',
    host = '127.0.0.1',
    data,
    models,
    logo,
    role = 'all',
    tasks,
    drain,
    'drain-delay': drainDelay,
    retain,
  } = options;
  const licence = parseLicence(options.licence);
  return {
    name: 'serve',
    port: parsePort(port),
    host,
    allowPrivateUrls: options['allow-private-urls'] ?? false,
    role: parseRole(role),
    ...(tasks !== undefined && { tasks: parseTaskCount(tasks) }),
    ...(drain !== undefined && { drainSeconds: parseDuration('drain', drain) }),
    ...(drainDelay !== undefined && { drainDelaySeconds: parseDuration('drain-delay', drainDelay) }),
    ...(retain !== undefined && { retainSeconds: parseDuration('retain', retain) }),
    ...(data !== undefined && { data: requireFolder('data', data) }),
    ...(models !== undefined && { models: requireFolder('models', models) }),
    ...(licence !== undefined && { licence }),
    ...(logo !== undefined && { logo }),
  };
}

export function parseToken(options: CommandOptions, rest: readonly string[]): TokenCommand {
  rejectPositionals('token', rest);
  const { user, org, expires = '8h', permissions, data } = options;
  if (!user) throw usageError('--user is missing: kerbside token --user u1 --org o1');
  if (org === '') throw usageError('--org requires the id of an organization');
  return {
    name: 'token',
    user,
    expiresInSeconds: parseDuration('expires', expires),
    ...(org !== undefined && { organization: org }),
    ...(permissions !== undefined && { permissions: parseList(permissions) }),
    ...(data !== undefined && { data: requireFolder('data', data) }),
  };
}

export function parseErase(options: CommandOptions, rest: readonly string[]): EraseCommand {
  rejectPositionals('erase', rest);
  const { user, inspection, data } = options;
  if (Boolean(user) === Boolean(inspection))
    throw usageError('Pass --user or --inspection: kerbside erase --user u1 --data ./data');
  return {
    name: 'erase',
    ...(user && { user }),
    ...(inspection && { inspection }),
    ...(data !== undefined && { data: requireFolder('data', data) }),
  };
}

function parsePort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65_535)) throw usageError(`--port must be a number from 0 to 65535, not "${value}"`);
  return port;
}

function parseRole(value: string): ServeRole {
  const role = SERVE_ROLES.find((name) => name === value);
  if (!role) throw usageError(`--role must be ${SERVE_ROLES.join(', ')}, not "${value}"`);
  return role;
}

function parseTaskCount(value: string): number {
  const count = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
  if (!(count >= 1 && count <= MAX_TASKS))
    throw usageError(`--tasks must be a number from 1 to ${MAX_TASKS}, not "${value}"`);
  return count;
}

function parseDuration(option: string, value: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
  const seconds = Number(amount) * SECONDS[(unit ?? 's') as keyof typeof SECONDS];
  if (!(seconds > 0))
    throw usageError(`--${option} must be a duration such as 30s, 8h or 7d, not "${value}"`);
  return seconds;
}

function parseList(value: string): string[] {
  return value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function rejectPositionals(command: string, rest: readonly string[]): void {
  if (rest.length > 0) throw usageError(`kerbside ${command} accepts options only, not "${rest[0]}"`);
}
