import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

const PACKAGES = ['torch', 'onnx', 'numpy', 'PIL'];

/** Runs the modules of `training/kerbside_training`. */
export class TrainingPython {
  readonly #program: string;
  readonly #env: NodeJS.ProcessEnv;

  /** @param root the root of the repository */
  constructor(program: string, root: string) {
    this.#program = program;
    const path = [join(root, 'training'), process.env.PYTHONPATH].filter(Boolean).join(delimiter);
    this.#env = { ...process.env, PYTHONPATH: path, PYTHONUNBUFFERED: '1' };
  }

  /** Throws an Error with the remedy if Python or one of its packages is missing. */
  check(): void {
    const { error, status, stderr } = spawnSync(this.#program, ['-c', `import ${PACKAGES.join(', ')}`], {
      encoding: 'utf8',
    });
    if (error)
      throw new Error(
        `${this.#program} cannot be started (${error.message}). Install Python 3.10 or newer, or pass --python <file>.`,
      );
    if (status !== 0)
      throw new Error(
        `${this.#program} lacks a package (${stderr.trim().split('\n').at(-1)}). Install them: ` +
          `${this.#program} -m pip install -r training/requirements.txt`,
      );
  }

  /**
   * Runs a module and calls `onLine` for each line of its output.
   *
   * @throws Error with the last lines of the output if the module fails
   */
  async run(
    module: string,
    args: readonly string[],
    onLine: (line: string) => void = () => {},
  ): Promise<void> {
    const child = spawn(this.#program, ['-m', `kerbside_training.${module}`, ...args], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const last: string[] = [];
    const read = async (stream: NodeJS.ReadableStream, isOutput: boolean) => {
      for await (const line of createInterface({ input: stream })) {
        last.push(line);
        if (last.length > 20) last.shift();
        if (isOutput) onLine(line);
      }
    };
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    await Promise.all([read(child.stdout, true), read(child.stderr, false)]);
    const status = await closed;
    if (status !== 0)
      throw new Error(`kerbside_training.${module} ended with status ${status}:\n${last.join('\n')}`);
  }
}
