import type { Viewpoint } from '../../domain/enums.ts';
import type { Box } from '../geometry/box.ts';
import type { QualityAssessment } from '../quality/assess-quality.ts';

/** One frame of a walk around the vehicle. A `FrameView` of the frame reader has these fields. */
export interface WalkView {
  /** Absent if no vehicle is visible. Its box is in fractions of the frame. */
  vehicle?: { box: Box; viewpoint?: Viewpoint; confidence: number } | undefined;
  quality: QualityAssessment;
}

/** A frame of a walk. */
export interface WalkFrame extends WalkView {
  /** When it was shown, in milliseconds from the start of the walk. Never decreases. */
  at: number;
}
