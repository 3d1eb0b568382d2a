import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { versions } from './versions.suite.ts';

describe('versions under fake-indexeddb', versions);
