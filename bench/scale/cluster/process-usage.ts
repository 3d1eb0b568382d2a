import { readdirSync, readFileSync } from 'node:fs';

/** What a process has used. Linux only. */
export interface ProcessUsage {
  /** Processor time since the process started, in seconds, of all its threads. */
  cpuSeconds: number;
  /** Resident memory now, in MiB. */
  memoryMiB: number;
}

/** Clock ticks per second of /proc, on every Linux that Node supports. */
const TICKS = 100;
const KIBIBYTES_PER_MEBIBYTE = 1024;

/** Returns undefined if the process has ended. */
export function readUsage(pid: number): ProcessUsage | undefined {
  const stat = readStat(pid);
  const memory = /VmRSS:\s+(\d+)/.exec(readProcessFile(pid, 'status'))?.[1];
  if (!stat || memory === undefined) return undefined;
  return { cpuSeconds: stat.cpuSeconds, memoryMiB: Number(memory) / KIBIBYTES_PER_MEBIBYTE };
}

function readStat(pid: number) {
  const stat = readProcessFile(pid, 'stat');
  if (stat === '') return undefined;
  // The name is in parentheses and may contain spaces: fields are counted from behind it.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const seconds = (...indices: number[]) =>
    indices.reduce((sum, index) => sum + (fields[index] ?? 0), 0) / TICKS;
  return { parent: fields[1], cpuSeconds: seconds(11, 12), endedChildrenSeconds: seconds(13, 14) };
}

function readProcessFile(pid: number, name: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

/** Returns the usage of a process, its children and those of them that have ended. Memory is that of the process itself. */
export function readTreeUsage(pid: number): ProcessUsage | undefined {
  const [own, usage] = [readStat(pid), readUsage(pid)];
  if (!own || !usage) return undefined;
  const children = readdirSync('/proc').flatMap((name) => {
    const child = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    return child?.parent === pid ? [child.cpuSeconds] : [];
  });
  const cpuSeconds = children.reduce(
    (sum, seconds) => sum + seconds,
    own.cpuSeconds + own.endedChildrenSeconds,
  );
  return { ...usage, cpuSeconds };
}

/** Adds up processor time of a service whose process is killed and started again, and records its largest memory. */
export class UsageRecorder {
  readonly #readPid: () => number;
  readonly #read: (pid: number) => ProcessUsage | undefined;
  #ended = 0;
  #current = { pid: 0, cpuSeconds: 0 };
  /** Of all samples, in MiB. */
  largestMiB = 0;

  constructor(readPid: () => number, read = readUsage) {
    this.#readPid = readPid;
    this.#read = read;
  }

  sample(): void {
    const pid = this.#readPid();
    const usage = this.#read(pid);
    if (!usage) return;
    if (pid !== this.#current.pid) this.#ended += this.#current.cpuSeconds;
    this.#current = { pid, cpuSeconds: usage.cpuSeconds };
    this.largestMiB = Math.max(this.largestMiB, usage.memoryMiB);
  }

  /** Processor time up to the last sample. */
  get cpuSeconds(): number {
    return this.#ended + this.#current.cpuSeconds;
  }
}
