export { KerbsideCapture } from './capture/capture-element.ts';
export type { PhotoTakenDetail, Shot } from './capture/shot.ts';
export { imageOfSight, type Sight, sightsFor } from './capture/sights.ts';
export { defineElements } from './define.ts';
export { ELEMENT_LANGUAGES, type ElementLanguage } from './language.ts';
export { type Names, namesIn } from './names.ts';
export type { DrawingTool, DrawnView } from './photo/drawing.ts';
export type { PhotoDamage, PhotoView } from './photo/marks.ts';
export { type DamageSelectDetail, KerbsidePhoto } from './photo/photo-element.ts';
