import type { DetectedDamage } from '../../../src/domain/task/analysis-result.ts';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';

/** A damage, and where it is on which image (by `additionalData.side`), as fractions of width and height. */
export interface ScriptedDamage extends Pick<DetectedDamage, 'damageType' | 'partType'> {
  on: Record<string, [x: number, y: number, width: number, height: number]>;
}

/** Returns the scripted damages, scaled to the size of each photo. */
export function scriptedAnalyzer(model: string, script: readonly ScriptedDamage[]): Analyzer {
  return {
    async analyze({ images }) {
      const damages = script.map(({ on, ...damage }): DetectedDamage => {
        const views = images.flatMap(({ id: imageId, additionalData, imageWidth, imageHeight }) => {
          const [x, y, width, height] = on[String(additionalData?.side)] ?? [];
          if (x === undefined || y === undefined || width === undefined || height === undefined) return [];
          const boundingBox = {
            xmin: x * imageWidth,
            ymin: y * imageHeight,
            width: width * imageWidth,
            height: height * imageHeight,
          };
          return [{ imageId, boundingBox, confidence: 0.8 }];
        });
        return { ...damage, confidence: 0.8, views };
      });
      return { createdBy: { model, version: '1', engine: 'script' }, damages };
    },
  };
}
