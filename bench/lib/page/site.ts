/** The addresses of models and runtimes on the server of this page. */
export const models = new URL('models/', location.href).href;
/** Defined by page-config.ts. */
declare const RUNTIME_FOLDER: string;

export const runtimeUrl = new URL(RUNTIME_FOLDER, location.href).href;
