/**
 * Live guidance over the picture of a camera, for any framework. Start at {@link liveGuide}.
 *
 * @packageDocumentation
 */
export { INSTRUCTIONS, type Instruction } from '../analysis/guide/instruction.ts';
export type { FrameSource, GuidePhoto, GuideStatus, LiveGuide, LiveGuideOptions } from './guide.ts';
export { guideText } from './guide-texts.ts';
export { liveGuide } from './live-guide.ts';
