import type { Entities } from '../../domain/entities.ts';
import type { Predicted, WheelAnalysis } from '../../domain/wheel-analysis.ts';
import { formatPercent } from './damage-table.ts';
import { formatColumns, toSingleLine, truncatePath } from './terminal-text.ts';

const HEADINGS = ['photo', 'wheel', 'covering', 'rim', 'material', 'rim look', 'hubcap', 'hubcap look'];
const LONGEST_NAME = 40;

/** What a person reads: a line for each wheel, photo by photo. */
export function formatWheelTable(
  entities: Entities,
  photos: readonly { path: string; imageId: string }[],
): string {
  const wheels = Object.values(entities.wheelAnalysis);
  const rows = photos.flatMap(({ path, imageId }) => {
    const name = truncatePath(toSingleLine(path), LONGEST_NAME);
    const shown = wheels.filter((wheel) => wheel.imageId === imageId);
    return shown.length === 0
      ? [[name, 'none found']]
      : shown.map((wheel, index) => [index === 0 ? name : '', ...cells(wheel)]);
  });
  return formatColumns([HEADINGS, ...rows]);
}

function cells(wheel: WheelAnalysis): string[] {
  const facts = [
    wheel.hubcapOverRim,
    wheel.rimCondition,
    wheel.rimMaterial,
    wheel.rimVisualAspect,
    wheel.hubcapCondition,
    wheel.hubcapVisualAspect,
  ];
  return [wheel.wheelName ?? 'not told', ...facts.map(inWords)];
}

/** What does not apply to a wheel is left blank. */
function inWords({ prediction, confidence }: Predicted<string>): string {
  if (prediction === 'NOT_APPLICABLE') return '';
  if (prediction === 'UNKNOWN') return 'not told';
  return `${prediction.toLowerCase().replaceAll('_', ' ')} ${formatPercent(confidence)}`;
}
