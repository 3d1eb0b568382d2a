// Written in by vite.config.ts.

/** Folder of the model runtimes' files, beside the page. */
declare const RUNTIME_FOLDER: string;

/** Only the build has one: in development the page changes under its hands. */
declare const HAS_SERVICE_WORKER: boolean;
