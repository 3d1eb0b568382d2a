import { describe } from 'vitest';
import { stagedPhotos } from './staged-photos.suite.ts';

describe('staged photos in a browser', stagedPhotos);
