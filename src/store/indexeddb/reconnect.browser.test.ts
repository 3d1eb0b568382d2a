import { describe } from 'vitest';
import { reconnect } from './reconnect.suite.ts';

describe('reconnect in a browser', reconnect);
