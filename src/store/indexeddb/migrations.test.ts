import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { migrations } from './migrations.suite.ts';

describe('migrations under fake-indexeddb', migrations);
