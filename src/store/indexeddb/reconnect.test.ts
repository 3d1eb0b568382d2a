import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { reconnect } from './reconnect.suite.ts';

describe('reconnect under fake-indexeddb', reconnect);
