import { describe } from 'vitest';
import { healing } from './healing.suite.ts';

describe('the connection heals in a browser', healing);
