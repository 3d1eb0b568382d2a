/** The addresses of models and runtimes on the server of this page. */
export const models = new URL('models/', location.href).href;
export const runtimeUrl = new URL(RUNTIME_FOLDER, location.href).href;
