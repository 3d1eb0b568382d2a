import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Result, resultSchema } from '../result.ts';

/** More than enough for a team. Without a limit, anyone on the network could fill the disk. */
const MOST_FILES = 1_000;

/** Stores the results of phones in a folder, one file each. */
export class ResultFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws if it is not a valid result. A result that is posted again replaces itself. */
  async keep(content: unknown): Promise<{ result: Result; file: string }> {
    const result = checked(content);
    const file = fileName(result);
    await mkdir(this.#folder, { recursive: true });
    const names = await this.#names();
    if (!names.includes(file) && names.length >= MOST_FILES)
      throw new Error(`There are ${names.length} results already: delete some of ${this.#folder}.`);
    await writeFile(join(this.#folder, file), `${JSON.stringify(result, null, 1)}\n`);
    return { result, file };
  }

  /** Returns all results, newest first. Ignores other files. */
  async all(): Promise<Result[]> {
    const names = await this.#names();
    const contents = await Promise.all(names.map((name) => readJson(join(this.#folder, name))));
    return contents
      .filter((content): content is Result => v.is(resultSchema, content))
      .toSorted((one, other) => other.at.localeCompare(one.at));
  }

  async #names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => name.endsWith('.json'));
  }
}

function checked(content: unknown): Result {
  const { success, output, issues } = v.safeParse(resultSchema, content);
  if (success) return output;
  const [issue] = issues;
  throw new TypeError(`This is no result: ${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}`);
}

/** Sanitizes the name: device names are untrusted input. */
function fileName({ at, id, device }: Result): string {
  const day = new Date(at).toISOString().slice(0, 10);
  const name = device.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `${day}-${name || 'device'}-${id.slice(0, 8)}.json`;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
