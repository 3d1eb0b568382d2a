/** Code that recording a JPEG photo does not need, as one module, so that bundlers put it into one file. `loadRare` loads it. */
export { exportInspection } from './archive/export-inspection.ts';
export { importInspection } from './archive/import-inspection.ts';
export { toBlob } from './archive/to-blob.ts';
export { Background } from './background.ts';
export { correctionOperations } from './corrections.ts';
export * from './rare-host-code.ts';
export { logEvents } from './support/log-events.ts';
export { createSupportBundle } from './support/support-bundle.ts';
