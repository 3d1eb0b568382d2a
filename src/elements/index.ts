export {
  CAR_DIAGRAM,
  type CarFace,
  type DiagramPart,
  findDiagramPart,
  getPartViewpoint,
} from '../domain/car-diagram/car-diagram.ts';
export { describeDetectionLimit } from '../domain/names/describe-detection-limit.ts';
export { type Language, type Names, namesIn } from '../domain/names/names.ts';
export type { Sight, TextSight } from '../domain/sights/sight.ts';
export { imageOfSight, sightsFor } from '../domain/sights/sights.ts';
export { KerbsideCapture } from './capture/capture-element.ts';
export type { PhotoTakenDetail, Shot } from './capture/shot.ts';
export { sightTitle } from './capture/sight-title.ts';
export { KerbsideCar, type PartSelectDetail } from './car/car-element.ts';
export type { CarDamage, CarOrientation } from './car/car-layout.ts';
export { defineElements } from './define.ts';
export type { KerbsideElements } from './jsx.ts';
export { errorMessagesIn } from './locales/error-messages.ts';
export { ELEMENT_LANGUAGES, type ElementLanguage } from './locales/language.ts';
export type { DrawingTool, DrawnView } from './photo/drawing.ts';
export type { PhotoDamage, PhotoView } from './photo/marks.ts';
export { KerbsidePhoto } from './photo/photo-element.ts';
export type { DamageSelectDetail, ViewAdjustedDetail } from './photo/photo-events.ts';
export { KerbsideRing, type SideSelectDetail } from './ring/ring-element.ts';
export type { RingDamage, SideState } from './ring/ring-layout.ts';
export { KerbsideSignature, type SignDetail } from './signature/signature-element.ts';
export type { SyncSource } from './sync/follow-sync.ts';
export {
  getInstallAdvice,
  type InstallFacts,
  type InstallPrompt,
  readInstallFacts,
} from './sync/install-advice.ts';
export { type ExportDetail, KerbsideSync, type SignInDetail } from './sync/sync-element.ts';
export { KerbsideWalk, type WalkDoneDetail, type WalkedPhoto, type WalkSource } from './walk/walk-element.ts';
