import type { TaskName } from '../../../src/domain/enums.ts';
import type { Capabilities } from '../../../src/inference/engines/capabilities.ts';
import type { EngineName } from '../../../src/inference/engines/engine.ts';
import type { Device, Page, Result } from '../result.ts';
import type { Engines } from './bench.ts';

/** What this browser is and what can be measured in it. */
export interface Setting {
  device: Device;
  page: Page;
  capabilities: Capabilities;
  engines: Engines;
  tasks: TaskName[];
}

/** What a person has chosen. */
export interface Choices {
  engines: ReadonlySet<EngineName>;
  tasks: ReadonlySet<TaskName>;
  runs: number;
  /** Of the sustained run; 0 for none. */
  seconds: number;
}

export interface State {
  setting?: Setting;
  choices: Choices;
  /** What is being done; absent when nothing is. */
  step?: { words: string; share?: number };
  /** What went wrong, in words. */
  trouble?: string;
  /** The newest of this visit. */
  result?: Result;
  /** Where the newest went. */
  posted?: string;
  /** Of this browser, newest first. */
  kept: readonly Result[];
  /** Of the computer, from all devices. */
  others: readonly Result[];
  /** Ids of what is compared. */
  compared: readonly string[];
}

export interface Actions {
  choose(change: Partial<Choices>): void;
  start(): void;
  stop(): void;
  post(): void;
  compare(id: string, isCompared: boolean): void;
  drop(id: string): void;
}
