import type { PDFDocument, PDFImage } from '@cantoo/pdf-lib';
import { invalidField } from '../../domain/check.ts';
import { LIMITS } from '../../domain/limits.ts';
import { readPhotoHeader } from '../../photo/header/read-header.ts';

/**
 * Embeds the company's logo. A PNG is decoded whole, so a small file with very many pixels is rejected before.
 *
 * @throws `invalid_input` if it is damaged, or has too many pixels.
 */
export async function embedLogo(document: PDFDocument, bytes: Uint8Array): Promise<PDFImage> {
  const read = readPhotoHeader(bytes);
  if (!read.ok) throw invalidField('logo', 'a whole PNG or JPEG', read.message);
  const { type, width, height } = read.header;
  if (Math.max(width, height) > LIMITS.logoSide)
    throw invalidField('logo', `at most ${LIMITS.logoSide} pixels on each side`, `${width} × ${height}`);
  return type === 'image/png' ? document.embedPng(bytes) : document.embedJpg(bytes);
}
