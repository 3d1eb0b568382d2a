import { buildReport, photosOfReport } from './build-report.ts';
import { type PhotoLimits, scaleEach } from './report-maker.ts';
import { scalePhoto } from './scale-photo.ts';

/** What the report's worker does for the page. */
export const reportMethods = {
  scale: (photos: readonly ArrayBuffer[], limits: PhotoLimits) =>
    scaleEach(photos, (photo) => scalePhoto(photo, limits)),
  photosOf: photosOfReport,
  build: buildReport,
};
