export const USAGE = `kerbside inspect <photo> … [options]

Looks for damage and at wheels, and reads text, on photos of a vehicle (JPEG, PNG, WebP, AVIF; HEIC where sharp can read it).

  --tasks <names>      tasks to run, with commas between (damage_detection, wheel_analysis, images_ocr,
                       repair_estimate); damage_detection if left out
  --threshold <0..1>   report damages of at least this confidence; 0.3 if left out
  --image-type <type>  for images_ocr: what the photos show (VIN, PLATE, ODOMETER, PASSPORT, ID_FR,
                       VEHICLE_REGISTRATION_PAPERS_FR, TEXT); TEXT if left out
  --json               print one object { entities, result } and nothing else
  --annotated <folder> write each photo there with its damages and wheels drawn on it
  --report <file.pdf>  write a report there, with prices where repair_estimate is among the tasks
  --models <folder>    use the models of this folder (manifest.json and its files)
  --help, --version

Results go to standard output, progress and warnings to standard error.
Exit code 0: inspected, damaged or not. 1: wrong input, or a task that failed; standard error says which.

kerbside serve [options]

Runs the reference service and prints its address. See docs/server.md for what is set in the environment.

  --port <number>      8787 if left out; 0 picks one that is free
  --host <address>     127.0.0.1 if left out
  --data <folder>      keep database, photos and secret there; in memory if left out
  --models <folder>    as above
  --allow-private-urls photos and callbacks may be at private addresses

kerbside token --user <id> [options]

Prints a development token for the service, signed with KERBSIDE_SECRET or the secret of its data folder.

  --org <id>           the user's organization
  --expires <time>     30m, 8h, 7d; 8h if left out
  --permissions <list> with commas between; all for one's own and the organization's records if left out
  --data <folder>      the service's`;
