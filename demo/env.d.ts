/// <reference types="vite/client" />

// Defined by vite.config.ts.

/** Folder of the runtime files, relative to the page. */
declare const RUNTIME_FOLDER: string;

/** Only builds have a service worker: in development it would serve outdated files. */
declare const HAS_SERVICE_WORKER: boolean;
