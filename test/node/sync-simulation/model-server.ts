import type { JsonObject } from '../../../src/domain/fields.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { markerOf } from '../../../src/sync/reconcile/operation-marker.ts';
import type { RemotePort } from '../../../src/sync/sending/remote-port.ts';

/** One request that the service acted on. */
export interface Execution {
  operationId: string;
  /** The browser had sent the request a second time. */
  isResent: boolean;
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
  relatedInspectionId: string | undefined;
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

/** What a page holds where more is asked for. */
const PAGE = 2;
const MUCH = 100;

/**
 * A service as the specification has it, without idempotency keys: it carries out what reaches it, as often as it
 * reaches it. It keeps the key that came along only for the books.
 */
export class ModelServer {
  readonly inspections = new Map<string, RemoteInspection>();
  readonly log: Execution[] = [];
  /** What should never have been asked for. */
  readonly complaints: string[] = [];
  /** While the second of two equal requests is carried out. */
  isResent = false;
  readonly #now: () => number;
  #made = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The service as one user reaches it; calls are carried out when they are made. */
  as(userId: string): { [Name in keyof RemotePort]: (...args: never[]) => unknown } {
    const wrote = (options: unknown) => {
      if (!isRecorded(options)) return;
      const { idempotencyKey: operationId } = options;
      this.log.push({ operationId, isResent: this.isResent, userId, at: this.#now() });
    };
    /** Others than its owner are not shown an inspection’s twin. */
    const ownInspections = () => [...this.inspections.values()].filter((one) => one.ownerId === userId);
    const complainOfTwins = (when: string, records: readonly Marked[], among: readonly Marked[]) => {
      for (const record of records) {
        const isThere = (one: Marked) => one !== record && !one.deleted && markerOf(one) === markerOf(record);
        if (among.some(isThere)) this.complaints.push(`${when}, but ${record.id} has a twin`);
      }
    };
    const keyed =
      <A extends unknown[], T>(work: (...args: A) => T) =>
      (...args: A): T => {
        const answer = work(...args);
        wrote(args.at(-1));
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
        const { tasks = {}, additionalData = {}, relatedInspectionId } = input as CreateInput;
        this.inspections.set(id, {
          id,
          ownerId: userId,
          relatedInspectionId,
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
      listInspections: ({ after, limit, showDeleted = false }: ListQuery) => {
        const own = [...this.inspections.values()].filter((one) => one.ownerId === userId);
        return page(own.filter((one) => showDeleted || !one.deleted).reverse(), after, limit);
      },
      getInspection: (id: string) => {
        const { images, damages, views, severities } = open(id);
        const present = <T extends Rec>(records: Map<string, T>) =>
          Object.fromEntries([...records].filter(([, one]) => !one.deleted));
        return {
          entities: {
            inspections: {},
            images: present(images),
            damages: present(damages),
            views: present(views),
            severityResults: present(severities),
          },
        };
      },
      deleteInspection: keyed((id: string, options: unknown) => {
        const inspection = open(id);
        inspection.deleted = true;
        if (isRecorded(options)) complainOfTwins('it is deleted', [inspection], ownInspections());
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
        const inspection = open(id);
        const { tasks } = inspection;
        const from = tasks.get(name);
        if (status === 'TODO' && from !== 'NOT_STARTED') throw refused(409, 'it has started');
        if (status === 'TODO') {
          complainOfTwins(`${name} is started`, [inspection], ownInspections());
          const shown = [...inspection.images.values()].filter(
            (image) => !image.deleted && image.tasks.includes(name),
          );
          complainOfTwins(`${name} is started`, shown, shown);
        }
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
      listImages: (id: string, { after, limit }: ListQuery) =>
        page([...open(id).images.values()].filter((one) => !one.deleted).reverse(), after, limit),
      deleteImage: keyed((id: string, imageId: string, _statuses: unknown, options: unknown) => {
        const inspection = open(id);
        const image = here(inspection.images, imageId);
        if (image.tasks.some((name) => inspection.tasks.get(name) !== 'NOT_STARTED'))
          throw refused(409, 'the task has started');
        image.deleted = true;
        if (isRecorded(options)) complainOfTwins('it is deleted', [image], [...inspection.images.values()]);
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

interface CreateInput {
  tasks?: object;
  additionalData?: JsonObject;
  relatedInspectionId?: string;
}

interface Marked {
  id: string;
  deleted?: boolean;
  additionalData?: JsonObject;
}

/** What people recorded carries a key; that a twin is taken away does not. */
function isRecorded(options: unknown): options is { idempotencyKey: string } {
  return (options as { idempotencyKey?: string } | undefined)?.idempotencyKey !== undefined;
}

interface ListQuery {
  after?: string;
  limit: number;
  showDeleted?: boolean;
}

function page<T extends { id: string }>(newestFirst: T[], after: string | undefined, limit: number) {
  const size = limit < MUCH ? limit : PAGE;
  const from = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const data = newestFirst.slice(from, from + size);
  return { data, paging: { next: from + size < newestFirst.length ? 'more' : null } };
}

export function refused(status: number, message: string): KerbsideError {
  return new KerbsideError(status === 404 ? 'not_found' : 'remote_refused', message, { details: { status } });
}
