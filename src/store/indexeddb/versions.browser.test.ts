import { describe } from 'vitest';
import { versions } from './versions.suite.ts';

describe('versions in a browser', versions);
