/** One line that `kerbside_training.train` prints, as far as a person needs it. */
export type TrainingEvent =
  | { type: 'progress'; part: number }
  | { type: 'validation'; part: number; mean: number }
  | { type: 'text'; text: string };

/** Reads a line such as `[  12.3]  45.0% step 200 …` or `[  12.3] {"progress": 0.45, …}`. */
export function readTrainingLine(line: string): TrainingEvent {
  const text = line.replace(/^\[ *[\d.]+\] /, '');
  const percent = /^ *([\d.]+)% step/.exec(text)?.[1];
  if (percent !== undefined) return { type: 'progress', part: Math.min(1, Number(percent) / 100) };
  if (text.startsWith('{')) {
    const { progress, mean } = JSON.parse(text) as { progress: number; mean: number };
    return { type: 'validation', part: Math.min(1, progress), mean };
  }
  return { type: 'text', text };
}
