import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { transactions } from './transactions.suite.ts';

describe('transactions under fake-indexeddb', transactions);
