import { openDataFolder } from '../store/data-folder.ts';

/** Takes a data folder and keeps it until it is killed. Run as a process of its own. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder.');
const outcome = await openDataFolder(folder, { isExclusive: true }).then(
  () => 'taken',
  () => 'refused',
);
process.stdout.write(`${outcome}\n`);
setInterval(() => {}, 60_000);
