export const USAGE = `kerbside inspect <photo> … [options]

Looks for damage on photos of a vehicle (JPEG, PNG, WebP, AVIF; HEIC where sharp can read it).

  --tasks <names>      tasks to run, with commas between; damage_detection if left out
  --threshold <0..1>   report damages of at least this confidence; the model's own if left out
  --json               print one object { entities, result } and nothing else
  --annotated <folder> write each photo there with its damages drawn on it
  --models <folder>    use the models of this folder (manifest.json and its files)
  --help, --version

Results go to standard output, progress and warnings to standard error.
Exit code 0: inspected, damaged or not. 1: wrong input, or a task that failed; standard error says which.`;
