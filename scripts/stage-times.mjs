/**
 * @typedef {{ title: string, seconds: number }} Stage
 * @typedef {{ project: string, file: string, seconds: number }} FileTime
 */

/**
 * Returns a table of how long each stage took, with the time of the test files by project below the stage of the
 * tests, and the slowest files. Files of a project run side by side: their sum is longer than the stage.
 * @param {{ stages: readonly Stage[], files: readonly FileTime[], total: number, slowest?: number }} times
 */
export function formatTimes({ stages, files, total, slowest = 10 }) {
  const projects = [...new Set(files.map(({ project }) => project))].map((project) => {
    const own = files.filter((file) => file.project === project);
    const seconds = own.reduce((sum, file) => sum + file.seconds, 0);
    return { title: `  ${project}, sum of ${own.length} files`, seconds };
  });
  const rows = stages.flatMap((stage) => (stage.title === 'Tests' ? [stage, ...projects] : [stage]));
  const slow = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowest);
  const lines = [...rows, { title: 'Total', seconds: total }].map(({ title, seconds }) =>
    line(title, seconds),
  );
  if (slow.length > 1)
    lines.push('', 'Slowest test files', ...slow.map(({ file, seconds }) => line(`  ${file}`, seconds)));
  return lines.join('\n');
}

/**
 * @param {string} title
 * @param {number} seconds
 */
function line(title, seconds) {
  return `${title.padEnd(60)} ${seconds.toFixed(1).padStart(7)} s`;
}
