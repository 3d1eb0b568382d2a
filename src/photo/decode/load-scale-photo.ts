import type { ScalePhoto } from './scale-photo.ts';

/** Scales a photo like `scalePhotoInBrowser`, which it loads. Fast networks never need it. */
export const loadScalePhoto: ScalePhoto = async (...args) => {
  const { scalePhotoInBrowser } = await import('./scale-photo.ts');
  return scalePhotoInBrowser(...args);
};

/** Returns whether this browser has the APIs that `scalePhotoInBrowser` uses. */
export function canScalePhotos(): boolean {
  return typeof OffscreenCanvas !== 'undefined' && typeof createImageBitmap !== 'undefined';
}
