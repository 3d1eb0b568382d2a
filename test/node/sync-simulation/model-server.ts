import type { JsonObject } from '../../../src/domain/fields.ts';
import { KerbsideError } from '../../../src/errors.ts';
import type { RemotePort } from '../../../src/sync/connection/remote-port.ts';
import { readMarker } from '../../../src/sync/reconcile/operation-marker.ts';
import { ModelUploads } from './model-uploads.ts';

/** One request that the service applied. */
export interface Execution {
  operationId: string;
  /** Whether the browser sent the request a second time. */
  isResent: boolean;
  userId: string;
  at: number;
}

interface RemoteRecord {
  id: string;
  createdBy: 'user';
  createdAt: string;
  deleted?: boolean;
}
export interface RemoteImage extends RemoteRecord {
  name: string;
  tasks: string[];
  additionalData?: JsonObject;
}
export interface RemoteDamage extends RemoteRecord {
  damageType: string;
  partType: string;
}
export interface RemoteView extends RemoteRecord {
  imageId: string;
  damageId: string;
  boundingBox: object;
}
export interface RemoteSeverity extends RemoteRecord {
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

/** Page size for queries with a large limit. */
const PAGE_SIZE = 2;
const LARGE_LIMIT = 100;

/**
 * A service of the specification without idempotency keys: it applies every request that arrives, as often as it
 * arrives. It only logs the idempotency key.
 */
export class ModelServer {
  readonly inspections = new Map<string, RemoteInspection>();
  readonly uploads = new ModelUploads();
  readonly log: Execution[] = [];
  /** Requests that must never be made. */
  readonly complaints: string[] = [];
  /** True while the second of two equal requests runs. */
  isResent = false;
  readonly #now: () => number;
  readonly #recognizesUploads: boolean;
  #count = 0;

  /** @param recognizesUploads - Whether an upload that is started again continues. */
  constructor(now: () => number, recognizesUploads = false) {
    this.#recognizesUploads = recognizesUploads;
    this.#now = now;
  }

  /** Returns the calls of one user. They are applied synchronously. */
  as(userId: string): { [Name in keyof RemotePort | 'startUpload']: (...args: never[]) => unknown } {
    const log = (options: unknown) => {
      if (!isRecorded(options)) return;
      const { idempotencyKey: operationId } = options;
      this.log.push({ operationId, isResent: this.isResent, userId, at: this.#now() });
    };
    /** Only the owner can list an inspection’s duplicate. */
    const ownInspections = () => [...this.inspections.values()].filter((one) => one.ownerId === userId);
    const complainAboutDuplicates = (when: string, records: readonly Marked[], among: readonly Marked[]) => {
      for (const record of records) {
        const isDuplicate = (one: Marked) =>
          one !== record && !one.deleted && readMarker(one) === readMarker(record);
        if (among.some(isDuplicate)) this.complaints.push(`${when}, but ${record.id} has a duplicate`);
      }
    };
    const logged =
      <A extends unknown[], T>(work: (...args: A) => T) =>
      (...args: A): T => {
        const result = work(...args);
        log(args.at(-1));
        return result;
      };
    const open = (id: string) => {
      const inspection = this.inspections.get(id);
      if (!inspection || inspection.deleted) throw createRejection(404, 'no such inspection');
      return inspection;
    };
    const record = () => {
      const id = this.#newId();
      return { id, createdBy: 'user' as const, createdAt: id };
    };
    const getRecord = <T extends RemoteRecord>(records: Map<string, T>, id: string): T => {
      const found = records.get(id);
      if (!found || found.deleted) throw createRejection(404, `no such record ${id}`);
      return found;
    };
    return {
      createInspection: logged((input: JsonObject, _photos: unknown, _options: unknown) => {
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
        const present = <T extends RemoteRecord>(records: Map<string, T>) =>
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
      deleteInspection: logged((id: string, options: unknown) => {
        const inspection = open(id);
        inspection.deleted = true;
        if (isRecorded(options)) complainAboutDuplicates('it is deleted', [inspection], ownInspections());
        return { id };
      }),
      updateInspection: logged((id: string, input: { additionalData: JsonObject }, _options: unknown) => {
        Object.assign(open(id).additionalData, input.additionalData);
        return { id };
      }),
      addPdfData: logged((id: string, input: JsonObject, _options: unknown) => {
        Object.assign(open(id).pdfData, input);
        return { id };
      }),
      updateVehicle: logged((id: string, input: JsonObject, _options: unknown) => {
        Object.assign(open(id).vehicle, input);
        return { id };
      }),
      getTask: (id: string, name: string) => ({ status: open(id).tasks.get(name) }),
      updateTask: logged((id: string, name: string, { status }: { status: string }, _options: unknown) => {
        const inspection = open(id);
        const { tasks } = inspection;
        const from = tasks.get(name);
        if (status === 'TODO' && from !== 'NOT_STARTED') throw createRejection(409, 'it has started');
        if (status === 'TODO') {
          complainAboutDuplicates(`${name} is started`, [inspection], ownInspections());
          const shown = [...inspection.images.values()].filter(
            (image) => !image.deleted && image.tasks.includes(name),
          );
          complainAboutDuplicates(`${name} is started`, shown, shown);
        }
        tasks.set(name, status);
        return { id };
      }),
      addImage: logged(
        (
          id: string,
          { uploadId, ...input }: { name: string; tasks: { name: string }[]; uploadId?: string },
          _photo: unknown,
          _options: unknown,
        ) => {
          const inspection = open(id);
          const tasks = input.tasks.map(({ name }) => name);
          if (tasks.some((name) => inspection.tasks.get(name) !== 'NOT_STARTED'))
            throw createRejection(409, 'the task has started');
          if (uploadId !== undefined) this.uploads.use(uploadId, { userId, inspectionId: id });
          const image = { ...input, ...record(), tasks };
          inspection.images.set(image.id, image);
          return { id: image.id };
        },
      ),
      startUpload: (id: string, options: { idempotencyKey?: string }) => {
        const key = this.#recognizesUploads ? options.idempotencyKey : undefined;
        return this.uploads.start({ userId, inspectionId: open(id).id, key }, this.#now());
      },
      listImages: (id: string, { after, limit }: ListQuery) =>
        page([...open(id).images.values()].filter((one) => !one.deleted).reverse(), after, limit),
      deleteImage: logged((id: string, imageId: string, _statuses: unknown, options: unknown) => {
        const inspection = open(id);
        const image = getRecord(inspection.images, imageId);
        if (image.tasks.some((name) => inspection.tasks.get(name) !== 'NOT_STARTED'))
          throw createRejection(409, 'the task has started');
        image.deleted = true;
        if (isRecorded(options))
          complainAboutDuplicates('it is deleted', [image], [...inspection.images.values()]);
        return { id: imageId };
      }),
      createDamage: logged(
        (id: string, input: { damageType: string; partType: string }, _options: unknown) => {
          const damage = { ...input, ...record() };
          open(id).damages.set(damage.id, damage);
          return { id: damage.id };
        },
      ),
      deleteDamage: logged((id: string, damageId: string, _options: unknown) => {
        getRecord(open(id).damages, damageId).deleted = true;
        return { id: damageId };
      }),
      createView: logged((id: string, input: RemoteView, _photo: unknown, _options: unknown) => {
        const inspection = open(id);
        getRecord(inspection.images, input.imageId);
        getRecord(inspection.damages, input.damageId);
        const view = { ...input, ...record() };
        inspection.views.set(view.id, view);
        return { id: view.id };
      }),
      deleteView: logged((id: string, viewId: string, _options: unknown) => {
        getRecord(open(id).views, viewId).deleted = true;
        return { id: viewId };
      }),
      createSeverity: logged((id: string, input: RemoteSeverity, _options: unknown) => {
        const severity = { ...input, ...record() };
        open(id).severities.set(severity.id, severity);
        return { id: severity.id };
      }),
      updateSeverity: logged((id: string, severityId: string, input: object, _options: unknown) => {
        Object.assign(getRecord(open(id).severities, severityId), input);
        return { id: severityId };
      }),
    };
  }

  #newId(): string {
    this.#count += 1;
    return `r${String(this.#count).padStart(4, '0')}`;
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

/** Recorded operations have a key. The removal of a duplicate has none. */
function isRecorded(options: unknown): options is { idempotencyKey: string } {
  return (options as { idempotencyKey?: string } | undefined)?.idempotencyKey !== undefined;
}

interface ListQuery {
  after?: string;
  limit: number;
  showDeleted?: boolean;
}

function page<T extends { id: string }>(newestFirst: T[], after: string | undefined, limit: number) {
  const size = limit < LARGE_LIMIT ? limit : PAGE_SIZE;
  const from = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const data = newestFirst.slice(from, from + size);
  return { data, paging: { next: from + size < newestFirst.length ? 'more' : null } };
}

function createRejection(status: number, message: string): KerbsideError {
  return new KerbsideError(status === 404 ? 'not_found' : 'remote_refused', message, { details: { status } });
}
