import type { Logger } from '../../src/operations/support/logger.ts';

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
