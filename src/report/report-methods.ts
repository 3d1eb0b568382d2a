import { buildPdf } from './build-pdf.ts';
import { scalePhoto } from './scale-photo.ts';

/** What the report's worker does for the page. */
export const reportMethods = { scale: scalePhoto, build: buildPdf };
