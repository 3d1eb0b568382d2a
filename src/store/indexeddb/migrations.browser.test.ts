import { describe } from 'vitest';
import { migrations } from './migrations.suite.ts';

describe('migrations in a browser', migrations);
