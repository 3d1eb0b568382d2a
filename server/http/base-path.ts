/** The version is in the path. */
export const BASE_PATH = '/v1';
