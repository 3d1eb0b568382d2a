import { prepareModules } from './serve.ts';

/** What files that run at the same time would make over each other. */
export const setup = prepareModules;
