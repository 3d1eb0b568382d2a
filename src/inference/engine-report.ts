import type { Capabilities } from './capabilities.ts';
import type { EngineName } from './engine.ts';
import type { EnginePool } from './engine-pool.ts';
import type { ModelLibrary } from './model-library.ts';

/** What runs where on this device, and why, in words a person understands. */
export interface EngineReport {
  capabilities: Capabilities;
  models: ModelReport[];
}

export interface ModelReport {
  model: string;
  version: string;
  task: string;
  /** The engine that runs this model; absent where none passed. */
  engine?: EngineName;
  engines: { engine: EngineName; usable: boolean; reason: string; runMs?: number }[];
}

export async function reportEngines(
  library: ModelLibrary,
  pool: EnginePool,
  capabilities: Capabilities,
): Promise<EngineReport> {
  const models: ModelReport[] = [];
  for (const model of (await library.manifest()).models) {
    const [best] = await pool.ranking(model);
    const engines: ModelReport['engines'] = [];
    for (const candidate of await pool.candidates()) {
      const { engine } = candidate;
      const verdict = candidate.possible ? await pool.verdict(model, candidate) : undefined;
      const usable = candidate.possible && verdict?.passed === true;
      const reason = verdict ? `${candidate.reason}; ${verdict.reason}` : candidate.reason;
      engines.push({ engine, usable, reason, ...(verdict?.runMs !== undefined && { runMs: verdict.runMs }) });
    }
    const { name, version, task } = model;
    models.push({ model: name, version, task, engines, ...(best && { engine: best.engine }) });
  }
  return { capabilities, models };
}
