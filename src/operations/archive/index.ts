/** Loaded on demand: most apps never read or write a zip file. */
export { exportInspection } from './export-inspection.ts';
export { importInspection } from './import-inspection.ts';
export { toBlob } from './to-blob.ts';
