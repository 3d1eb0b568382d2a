/** One thread of the text evaluation. Has its own models and uses the production code. */
import { readFile } from 'node:fs/promises';
import type { ImageText } from '../../../src/analysis/results/text-results.ts';
import { TEXT_DECODE_SIDE, TextReader, toImageText } from '../../../src/inference/tasks/text-reader.ts';
import { loadModel } from '../../../src/node/models/load-model.ts';
import { readManifest } from '../../../src/node/models/model-files.ts';
import { decodeUpright } from '../../../src/node/photo/decode-upright.ts';
import type { DecodedPhoto } from '../../../src/photo/decoded-photo.ts';
import { serveJobs } from '../serve-jobs.ts';
import type { TextJob, TextOutcome, TextSetup } from './evaluate-text.ts';

await serveJobs(async ({ manifest, precision }: TextSetup) => {
  const names = (await readManifest(manifest)).models
    .filter(({ task }) => task === 'images_ocr')
    .map(({ name }) => name);
  const reader = new TextReader(
    await Promise.all(names.map((name) => loadModel(manifest, name, { precision }))),
  );
  return async ({ path, imageType, country }: TextJob): Promise<TextOutcome> => {
    const photo = await openPhoto(path);
    if (typeof photo === 'string') return { unreadable: `${path}: ${photo}` };
    const start = performance.now();
    const text = toImageText(await reader.read(photo, { imageType, country }), photo, imageType);
    const milliseconds = performance.now() - start;
    return { read: getReadText(text), confidence: text.confidence, milliseconds, text };
  };
});

/** Returns the photo, or why it cannot be opened: one missing picture must not end an evaluation of hundreds. */
async function openPhoto(path: string): Promise<DecodedPhoto | string> {
  try {
    return await decodeUpright(new Uint8Array(await readFile(path)).buffer, TEXT_DECODE_SIDE);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the text that is scored for an image of its type. */
function getReadText({ content, vehicle }: ImageText): string {
  const { fields } = content;
  const text = typeof fields === 'object' && fields !== null && 'text' in fields ? fields.text : undefined;
  return vehicle.vin ?? vehicle.plate ?? (typeof text === 'string' ? text : '');
}
