import { openDataFolder } from '../store/data-folder.ts';

/** Locks a data folder until the process is killed. Started as a process. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: hold-data-folder.ts <folder>');
const outcome = await openDataFolder(folder, { isExclusive: true }).then(
  () => 'locked',
  () => 'in use',
);
process.stdout.write(`${outcome}\n`);
setInterval(() => {}, 60_000);
