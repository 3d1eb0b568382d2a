import { setFlagsFromString } from 'node:v8';

/** Fifty times the patience that V8 has by itself. */
export const WASM_TIERING_FLAG = '--wasm-tiering-budget=100000000';

/**
 * V8 compiles what is hot in a WebAssembly module a second time, optimised. Of onnxruntime it takes so much for hot that
 * this costs more than half of the time for a photo. With more patience one photo takes 4 s in place of 7, and
 * twelve 16 s in place of 19; without any optimised code they would take 27.
 */
export function delayWasmOptimization(): void {
  setFlagsFromString(WASM_TIERING_FLAG);
}
