import type { Entities } from '../../domain/entities.ts';
import type { Predicted, WheelAnalysis } from '../../domain/wheel-analysis.ts';
import { formatPercent } from './damage-table.ts';
import { formatColumns, toSingleLine, truncatePath } from './terminal-text.ts';

const HEADINGS = ['photo', 'wheel', 'covering', 'rim', 'material', 'rim aspect', 'hubcap', 'hubcap aspect'];
const MAX_NAME_LENGTH = 40;

/** Formats one line per wheel, by photo. */
export function formatWheelTable(
  entities: Entities,
  photos: readonly { path: string; imageId: string }[],
): string {
  const wheels = Object.values(entities.wheelAnalysis);
  const rows = photos.flatMap(({ path, imageId }) => {
    const name = truncatePath(toSingleLine(path), MAX_NAME_LENGTH);
    const photoWheels = wheels.filter((wheel) => wheel.imageId === imageId);
    return photoWheels.length === 0
      ? [[name, 'none found']]
      : photoWheels.map((wheel, index) => [index === 0 ? name : '', ...formatCells(wheel)]);
  });
  return formatColumns([HEADINGS, ...rows]);
}

function formatCells(wheel: WheelAnalysis): string[] {
  const predictions = [
    wheel.hubcapOverRim,
    wheel.rimCondition,
    wheel.rimMaterial,
    wheel.rimVisualAspect,
    wheel.hubcapCondition,
    wheel.hubcapVisualAspect,
  ];
  return [wheel.wheelName ?? 'unknown', ...predictions.map(formatPrediction)];
}

/** Returns an empty text if the property does not apply to the wheel. */
function formatPrediction({ prediction, confidence }: Predicted<string>): string {
  if (prediction === 'NOT_APPLICABLE') return '';
  if (prediction === 'UNKNOWN') return 'unknown';
  return `${prediction.toLowerCase().replaceAll('_', ' ')} ${formatPercent(confidence)}`;
}
