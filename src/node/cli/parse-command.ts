import { parseArgs } from 'node:util';
import { safeParse } from 'valibot';
import { KerbsideError } from '../../errors.ts';
import { TASK_NAMES, type TaskName } from '../../spec/enums.ts';
import { taskName } from '../../spec/task.ts';

export interface InspectCommand {
  name: 'inspect';
  photos: string[];
  tasks: TaskName[];
  threshold?: number;
  json: boolean;
  annotated?: string;
  models?: string;
}

export type Command = { name: 'help' } | { name: 'version' } | InspectCommand;

/** From the words after the program's name to a command. Throws one clear line for what it does not understand. */
export function parseCommand(words: readonly string[]): Command {
  const { values, positionals } = parsed(words);
  if (values.help) return { name: 'help' };
  if (values.version) return { name: 'version' };
  const [name, ...photos] = positionals;
  if (name === undefined) throw wrong('Say what to do: kerbside inspect photo.jpg');
  if (name === 'help') return { name: 'help' };
  if (name !== 'inspect') throw wrong(`There is no command "${name}"; there is: inspect`);
  if (photos.length === 0) throw wrong('Name at least one photo: kerbside inspect photo.jpg');
  const { json, annotated, models } = values;
  const tasks = tasksOf(values.tasks);
  const threshold = thresholdOf(values.threshold, tasks);
  return {
    name,
    photos,
    tasks,
    json,
    ...(threshold !== undefined && { threshold }),
    ...(annotated !== undefined && { annotated: folder('annotated', annotated) }),
    ...(models !== undefined && { models: folder('models', models) }),
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        tasks: { type: 'string', default: 'damage_detection' },
        threshold: { type: 'string' },
        json: { type: 'boolean', default: false },
        annotated: { type: 'string' },
        models: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
  } catch (cause) {
    // Node's own words run to several sentences; the first says what is wrong.
    const message = cause instanceof Error ? cause.message : String(cause);
    throw wrong(`${message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}; see kerbside --help`);
  }
}

function tasksOf(list: string): TaskName[] {
  const names = list.split(',').map((name) => {
    const { success, output } = safeParse(taskName, name.trim());
    if (!success) throw wrong(`There is no task "${name.trim()}"; there are: ${TASK_NAMES.join(', ')}`);
    return output;
  });
  return [...new Set(names)];
}

function thresholdOf(value: string | undefined, tasks: readonly TaskName[]): number | undefined {
  if (value === undefined) return undefined;
  const threshold = value.trim() === '' ? Number.NaN : Number(value);
  if (!(threshold >= 0 && threshold <= 1)) throw wrong(`--threshold is a number from 0 to 1, not "${value}"`);
  if (!tasks.includes('damage_detection'))
    throw wrong('--threshold is for damage_detection, which is not among the tasks');
  return threshold;
}

function folder(option: string, path: string): string {
  if (path === '') throw wrong(`--${option} needs the name of a folder`);
  return path;
}

function wrong(message: string): KerbsideError {
  return new KerbsideError('invalid_input', message);
}
