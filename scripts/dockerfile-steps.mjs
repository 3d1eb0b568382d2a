/**
 * @typedef {object} Step An instruction of a Dockerfile.
 * @property {string} instruction
 * @property {string} text
 */

/**
 * Returns the instructions of a Dockerfile, without comments, with continued lines joined.
 * @param {string} dockerfile
 * @returns {Step[]}
 */
export function parseDockerfile(dockerfile) {
  return dockerfile
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, instruction = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { instruction, text };
    });
}
