export const USAGE = `kerbside inspect <photo> … [options]

Detects damages, analyzes wheels and reads text on photos of a vehicle (JPEG, PNG, WebP, AVIF; HEIC if sharp supports it).

  --tasks <names>      tasks to run, separated by commas (damage_detection, wheel_analysis, images_ocr,
                       repair_estimate); default: damage_detection
  --threshold <0..1>   least confidence of reported damages; default: 0.3
  --image-type <type>  for images_ocr: content of the photos (VIN, PLATE, ODOMETER, PASSPORT, ID_FR,
                       VEHICLE_REGISTRATION_PAPERS_FR, TEXT); default: TEXT
  --json               print one object { entities, result } and nothing else
  --annotated <folder> write each photo with its damages and wheels drawn on it
  --report <file.pdf>  write a report, with prices if the tasks include repair_estimate
  --models <folder>    use the models in this folder (manifest.json and its files)
  --licence <kind>     models to use: free (default), or research, which adds better ones that are for research and
                       non-commercial use only, and those for parts and wheels
  --tier <name>        damage model: large (default); small, which takes a seventh of the time; or, with --licence
                       research, server, which is more accurate and takes seven times as long
  --help, --version

Results go to standard output, progress and warnings to standard error.
Exit code 0: the inspection is done, with or without damages. 1: invalid input or a failed task; the reason is on
standard error.

kerbside serve [options]

Runs the reference service and prints its address. docs/server.md lists the environment variables.

  --port <number>      default: 8787; 0 selects a free port
  --host <address>     default: 127.0.0.1
  --data <folder>      folder for database, photos and secret; default: in memory
  --models <folder>    as above
  --licence <kind>     as above
  --logo <file>        the company's logo in reports, a PNG or JPEG
  --role <name>        all (default), api (serves requests, loads no models) or worker (runs tasks, reports and
                       callbacks); api and worker need DATABASE_URL
  --tasks <number>     tasks that run at the same time; default: 1, for a worker one for each core
  --drain <time>       time for requests, tasks and callbacks to end after SIGTERM; default: 5s
  --drain-delay <time> time after SIGTERM during which /readyz fails and requests are still accepted; default: none
  --retain <time>      remove photos and reports of inspections that are older, for example 90d; default: keep them
  --allow-private-urls allow photo and callback URLs at private addresses

kerbside token --user <id> [options]

Prints a development token for the service, signed with KERBSIDE_SECRET or with the secret in its data folder.

  --org <id>           the user's organization
  --expires <time>     30m, 8h, 7d; default: 8h
  --permissions <list> separated by commas; default: all on the user's and the organization's records
  --data <folder>      data folder of the service

kerbside erase --user <id> | --inspection <id> [options]

Erases everything of a user's inspections, or of one inspection, from the service for good: records, photos, reports. Prints
what was erased. Database and bucket are those of the environment, as for serve.

  --data <folder>      data folder of the service, which must not run on it, unless the database is elsewhere`;
