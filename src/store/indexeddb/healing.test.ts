import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { healing } from './healing.suite.ts';

describe('the connection heals under fake-indexeddb', healing);
