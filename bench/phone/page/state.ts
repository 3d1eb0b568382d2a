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
  result?: Result;
  /** Where the result was stored, or why not. */
  posted?: string;
}

export interface Actions {
  choose(change: Partial<Choices>): void;
  start(): void;
  stop(): void;
  post(): void;
}
