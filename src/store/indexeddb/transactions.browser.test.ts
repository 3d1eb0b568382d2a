import { describe } from 'vitest';
import { transactions } from './transactions.suite.ts';

describe('transactions in a browser', transactions);
