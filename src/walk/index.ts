/**
 * A walk around the vehicle: photos of its eight sides from a video. Start at {@link recordWalk} or {@link readWalk}.
 *
 * @packageDocumentation
 */
export type { Box } from '../analysis/geometry/box.ts';
export type { QualityAssessment } from '../analysis/quality/assess-quality.ts';
export { type CloseUpOffer, type FoundDamage, offerCloseUps } from '../analysis/walk/close-ups.ts';
export type { WalkView } from '../analysis/walk/walk-frame.ts';
export type { ComplianceReason, DamageType, PartType, Viewpoint } from '../domain/enums.ts';
export { readWalk } from './read-walk.ts';
export { type RecordOptions, recordWalk, type WalkRecording } from './record-walk.ts';
export type {
  Walk,
  WalkOptions,
  WalkPhoto,
  WalkPicture,
  WalkProgress,
  WalkReader,
  WalkSide,
} from './walk-types.ts';
