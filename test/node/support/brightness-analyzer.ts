import sharp from 'sharp';
import type { AnalysisResult } from '../../../src/domain/task/analysis-result.ts';
import type { AnalysisRequest, Analyzer } from '../../../src/domain/task/analyzer.ts';

/** Decodes each photo and reports its darker half as a damage. */
export class BrightnessAnalyzer implements Analyzer {
  readonly runs: string[] = [];

  async analyze({
    inspectionId,
    task,
    images,
    signal,
    onProgress,
  }: AnalysisRequest): Promise<AnalysisResult> {
    this.runs.push(`${inspectionId}:${task.name}`);
    const damages: NonNullable<AnalysisResult['damages']> = [];
    for (const [index, image] of images.entries()) {
      signal.throwIfAborted();
      const { left, right } = await halves(await image.photo());
      const width = Math.floor(image.imageWidth / 2);
      const boundingBox = { xmin: left < right ? 0 : width, ymin: 0, width, height: image.imageHeight };
      damages.push({
        damageType: 'shadow',
        partType: 'hood',
        confidence: Math.abs(left - right) / 255,
        views: [{ imageId: image.id, boundingBox }],
      });
      onProgress(index + 1, images.length);
    }
    return { createdBy: { model: 'brightness', version: '1', engine: 'sharp' }, damages };
  }
}

/** The mean brightness of the left and the right half. */
async function halves(bytes: ArrayBuffer): Promise<{ left: number; right: number }> {
  const { data, info } = await sharp(new Uint8Array(bytes))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sums = { left: 0, right: 0 };
  for (const [at, value] of data.entries())
    sums[at % info.width < info.width / 2 ? 'left' : 'right'] += value;
  const half = data.length / 2;
  return { left: sums.left / half, right: sums.right / half };
}

/** A JPEG that is black on one side and white on the other. */
export async function halfDark(side: 'left' | 'right'): Promise<Uint8Array> {
  const white = { create: { width: 40, height: 60, channels: 3, background: '#fff' } } as const;
  const canvas = { create: { width: 80, height: 60, channels: 3, background: '#000' } } as const;
  const left = side === 'left' ? 40 : 0;
  const input = await sharp(white).png().toBuffer();
  return new Uint8Array(
    await sharp(canvas)
      .composite([{ input, left, top: 0 }])
      .jpeg()
      .toBuffer(),
  );
}
