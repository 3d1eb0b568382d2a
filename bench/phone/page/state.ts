import type { TaskName } from '../../../src/domain/enums.ts';
import type { EngineName } from '../../../src/inference/engine.ts';
import type { Capabilities } from '../../../src/inference/engines/capabilities.ts';
import type { Device, Page, Result } from '../result.ts';
import type { Engines } from './bench.ts';

/** The browser and what can be measured in it. */
export interface Setting {
  device: Device;
  page: Page;
  capabilities: Capabilities;
  engines: Engines;
  tasks: TaskName[];
}

/** The options of the user. */
export interface Choices {
  engines: ReadonlySet<EngineName>;
  tasks: ReadonlySet<TaskName>;
  runs: number;
  /** The duration of the sustained run. 0 for none. */
  seconds: number;
}

export interface State {
  setting?: Setting;
  choices: Choices;
  /** The current step. Absent if idle. */
  step?: { words: string; share?: number };
  /** The error message. */
  trouble?: string;
  /** The newest of this visit. */
  result?: Result;
  /** Where the newest result was stored. */
  posted?: string;
  /** Results of this browser, newest first. */
  kept: readonly Result[];
  /** Results of all devices, from the computer. */
  others: readonly Result[];
  /** Ids of the compared results. */
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
