/// <reference types="vite/client" />

/** Folder of the model runtimes' files, beside the page: see vite.config.ts. */
declare const RUNTIME_FOLDER: string;
