export { reconcile } from './reconcile.ts';
export { isRestoredAlready } from './restored-record.ts';
export { listUnfinishedInspections } from './unfinished-inspections.ts';
