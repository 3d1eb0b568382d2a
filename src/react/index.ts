'use client';
/**
 * React hooks and components for Kerbside. Start at {@link KerbsideProvider}.
 *
 * @packageDocumentation
 */
export type { Sight, TextSight } from '../domain/sights/sight.ts';
export { imageOfSight, sightsFor } from '../domain/sights/sights.ts';
export type { PhotoTakenDetail, Shot } from '../elements/capture/shot.ts';
export {
  type ElementProps,
  KerbsideCapture,
  KerbsideCar,
  KerbsidePhoto,
  KerbsideRing,
  KerbsideSignature,
  KerbsideSync,
  KerbsideWalk,
} from './elements.ts';
export { useInspection, useInspections, useModelProgress, useSyncStatus, useTask } from './hooks.ts';
export { KerbsideProvider, type KerbsideProviderProps, useKerbside, useLiveQueries } from './provider.ts';
export { type LiveOptions, type Loaded, useLiveQuery } from './use-live-query.ts';
