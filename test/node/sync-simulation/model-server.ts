import { KerbsideError } from '../../../src/errors.ts';
import type { JsonObject } from '../../../src/spec/fields.ts';
import type { RemotePort } from '../../../src/sync/remote-port.ts';

/** One request that the service acted on. */
export interface Execution {
  operationId: string;
  userId: string;
  at: number;
}

interface Rec {
  id: string;
  createdBy: 'user';
  createdAt: string;
  deleted?: boolean;
}
export interface RemoteImage extends Rec {
  name: string;
  tasks: string[];
  additionalData?: JsonObject;
}
export interface RemoteDamage extends Rec {
  damageType: string;
  partType: string;
}
export interface RemoteView extends Rec {
  imageId: string;
  damageId: string;
  boundingBox: object;
}
export interface RemoteSeverity extends Rec {
  label: string;
  level?: number;
}
export interface RemoteInspection {
  id: string;
  ownerId: string;
  additionalData: JsonObject;
  deleted: boolean;
  tasks: Map<string, string>;
  images: Map<string, RemoteImage>;
  damages: Map<string, RemoteDamage>;
  views: Map<string, RemoteView>;
  severities: Map<string, RemoteSeverity>;
  pdfData: JsonObject;
  vehicle: JsonObject;
}

const PAGE = 2;

/**
 * A service as the specification has it, without idempotency keys: it carries out what reaches it, as often as it
 * reaches it. It keeps the key that came along only for the books.
 */
export class ModelServer {
  readonly inspections = new Map<string, RemoteInspection>();
  readonly log: Execution[] = [];
  readonly #now: () => number;
  #made = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The service as one user reaches it; calls are carried out when they are made. */
  as(userId: string): { [Name in keyof RemotePort]: (...args: never[]) => unknown } {
    const wrote = (options: { idempotencyKey?: string } | undefined) => {
      this.log.push({ operationId: options?.idempotencyKey ?? '', userId, at: this.#now() });
    };
    const keyed =
      <A extends unknown[], T>(work: (...args: A) => T) =>
      (...args: A): T => {
        const answer = work(...args);
        wrote(args.at(-1) as { idempotencyKey?: string } | undefined);
        return answer;
      };
    const open = (id: string) => {
      const inspection = this.inspections.get(id);
      if (!inspection || inspection.deleted) throw refused(404, 'no such inspection');
      return inspection;
    };
    const record = () => {
      const id = this.#newId();
      return { id, createdBy: 'user' as const, createdAt: id };
    };
    const here = <T extends Rec>(records: Map<string, T>, id: string): T => {
      const found = records.get(id);
      if (!found || found.deleted) throw refused(404, `no such record ${id}`);
      return found;
    };
    return {
      createInspection: keyed((input: JsonObject, _photos: unknown, _options: unknown) => {
        const id = this.#newId();
        const { tasks = {}, additionalData = {} } = input as { tasks?: object; additionalData?: JsonObject };
        this.inspections.set(id, {
          id,
          ownerId: userId,
          additionalData,
          deleted: false,
          tasks: new Map(Object.keys(tasks).map((name) => [name, 'NOT_STARTED'])),
          images: new Map(),
          damages: new Map(),
          views: new Map(),
          severities: new Map(),
          pdfData: {},
          vehicle: {},
        });
        return { id };
      }),
      listInspections: ({ after }: { after?: string }) =>
        page([...this.inspections.values()].filter((one) => one.ownerId === userId).reverse(), after),
      getInspection: (id: string) => {
        const { damages, views, severities } = open(id);
        const present = <T extends Rec>(records: Map<string, T>) =>
          Object.fromEntries([...records].filter(([, one]) => !one.deleted));
        return {
          entities: {
            damages: present(damages),
            views: present(views),
            severityResults: present(severities),
          },
        };
      },
      deleteInspection: keyed((id: string, _options: unknown) => {
        open(id).deleted = true;
        return { id };
      }),
      addPdfData: keyed((id: string, input: JsonObject, _options: unknown) => {
        Object.assign(open(id).pdfData, input);
        return { id };
      }),
      updateVehicle: keyed((id: string, input: JsonObject, _options: unknown) => {
        Object.assign(open(id).vehicle, input);
        return { id };
      }),
      getTask: (id: string, name: string) => ({ status: open(id).tasks.get(name) }),
      updateTask: keyed((id: string, name: string, { status }: { status: string }, _options: unknown) => {
        const { tasks } = open(id);
        const from = tasks.get(name);
        if (status === 'TODO' && from !== 'NOT_STARTED') throw refused(409, 'it has started');
        tasks.set(name, status);
        return { id };
      }),
      addImage: keyed(
        (
          id: string,
          input: { name: string; tasks: { name: string }[] },
          _photo: unknown,
          _options: unknown,
        ) => {
          const inspection = open(id);
          const tasks = input.tasks.map(({ name }) => name);
          if (tasks.some((name) => inspection.tasks.get(name) !== 'NOT_STARTED'))
            throw refused(409, 'the task has started');
          const image = { ...input, ...record(), tasks };
          inspection.images.set(image.id, image);
          return { id: image.id };
        },
      ),
      listImages: (id: string, { after }: { after?: string }) =>
        page([...open(id).images.values()].filter((one) => !one.deleted).reverse(), after),
      deleteImage: keyed((id: string, imageId: string, _statuses: unknown, _options: unknown) => {
        const inspection = open(id);
        const image = here(inspection.images, imageId);
        if (image.tasks.some((name) => inspection.tasks.get(name) !== 'NOT_STARTED'))
          throw refused(409, 'the task has started');
        image.deleted = true;
        return { id: imageId };
      }),
      createDamage: keyed(
        (id: string, input: { damageType: string; partType: string }, _options: unknown) => {
          const damage = { ...input, ...record() };
          open(id).damages.set(damage.id, damage);
          return { id: damage.id };
        },
      ),
      deleteDamage: keyed((id: string, damageId: string, _options: unknown) => {
        here(open(id).damages, damageId).deleted = true;
        return { id: damageId };
      }),
      createView: keyed((id: string, input: RemoteView, _photo: unknown, _options: unknown) => {
        const inspection = open(id);
        here(inspection.images, input.imageId);
        here(inspection.damages, input.damageId);
        const view = { ...input, ...record() };
        inspection.views.set(view.id, view);
        return { id: view.id };
      }),
      deleteView: keyed((id: string, viewId: string, _options: unknown) => {
        here(open(id).views, viewId).deleted = true;
        return { id: viewId };
      }),
      createSeverity: keyed((id: string, input: RemoteSeverity, _options: unknown) => {
        const severity = { ...input, ...record() };
        open(id).severities.set(severity.id, severity);
        return { id: severity.id };
      }),
      updateSeverity: keyed((id: string, severityId: string, input: object, _options: unknown) => {
        Object.assign(here(open(id).severities, severityId), input);
        return { id: severityId };
      }),
    };
  }

  #newId(): string {
    this.#made += 1;
    return `r${String(this.#made).padStart(4, '0')}`;
  }
}

function page<T extends { id: string }>(newestFirst: T[], after: string | undefined) {
  const from = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const data = newestFirst.slice(from, from + PAGE);
  return { data, paging: { next: from + PAGE < newestFirst.length ? 'more' : null } };
}

export function refused(status: number, message: string): KerbsideError {
  return new KerbsideError(status === 404 ? 'not_found' : 'remote_refused', message, { details: { status } });
}
