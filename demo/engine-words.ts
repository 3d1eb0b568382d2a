import type { EngineName, ModelReport, TaskName } from 'kerbside';
import { taskLabels } from './format.ts';

export const engineLabels: Record<EngineName, string> = {
  webgpu: 'WebGPU',
  wasm: 'WebAssembly',
  tfjs: 'tfjs',
};

/** `Damage detection runs on WebAssembly, 190 ms for its test picture.` */
export function engineSentence({ task, engine, engines }: ModelReport): string {
  const label = taskLabels[task as TaskName] ?? task;
  if (!engine) return `${label} runs on no engine of this browser.`;
  const time = engines.find((one) => one.engine === engine)?.runMs;
  const speed = time === undefined ? '' : `, ${Math.round(time).toLocaleString()} ms for its test picture`;
  return `${label} runs on ${engineLabels[engine]}${speed}.`;
}

/** Why, engine by engine, the one that is used first. */
export function engineReasons({ engine: used, engines }: ModelReport): { name: string; text: string }[] {
  return [...engines]
    .sort((a, b) => Number(b.engine === used) - Number(a.engine === used))
    .map(({ engine, usable, reason }) => {
      const state = engine === used ? 'used' : usable ? 'in reserve' : 'not used';
      return { name: engineLabels[engine], text: `${state}: ${reason}` };
    });
}
