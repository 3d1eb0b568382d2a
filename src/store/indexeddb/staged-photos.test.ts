import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { stagedPhotos } from './staged-photos.suite.ts';

describe('staged photos under fake-indexeddb', stagedPhotos);
