import { type Entities, isKerbsideError, KerbsideError } from 'kerbside';
import type { ElementLanguage } from 'kerbside/elements';
import { createRemoteClient, type RemoteClient, withDeviceResults } from 'kerbside/remote';
import { type LoadedInspection, toLoadedInspection } from '../common/loaded-inspection.ts';

const PAGE_SIZE = 20;

/** A page of the list, newest first. */
export interface FleetPageOfList {
  inspections: LoadedInspection[];
  /** The cursor of the next page. Undefined on the last one. */
  after: string | undefined;
}

/**
 * Reads inspections of the service that serves this page. The token travels in a header only: URLs end up in logs and in
 * the history.
 */
export class FleetClient {
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #remote: RemoteClient;
  #ownership: 'organization_resources' | 'own_resources' = 'organization_resources';

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
    this.#remote = createRemoteClient({ baseUrl, getToken: () => token });
  }

  async list(after?: string): Promise<FleetPageOfList> {
    const read = () =>
      this.#remote.inspections.getMany({
        limit: PAGE_SIZE,
        verbose: 1,
        showDeleted: false,
        ownershipFilter: this.#ownership,
        ...(after !== undefined && { after }),
      });
    const page = await read().catch((error: unknown) => {
      if (!isKerbsideError(error, 'forbidden') || this.#ownership === 'own_resources') throw error;
      this.#ownership = 'own_resources'; // the token is of a user who sees only their own
      return read();
    });
    const inspections = page.result.map((id) => complete(selectInspection(page.entities, id), id));
    return { inspections, after: page.paging.next === null ? undefined : page.result.at(-1) };
  }

  async get(id: string): Promise<LoadedInspection> {
    const { entities } = await this.#remote.inspections.getOne(id);
    return complete(entities, id);
  }

  readonly images = {
    photo: async (imageId: string): Promise<{ bytes: ArrayBuffer; type: string }> => {
      const response = await this.#fetch(`/images/${imageId}/photo`);
      return { bytes: await response.arrayBuffer(), type: response.headers.get('Content-Type') ?? '' };
    },
  };

  /** Returns the report that the service has. If nobody requested one, requests it. */
  async report(id: string, language: ElementLanguage): Promise<Blob> {
    const { reports } = this.#remote;
    const isRequested = await reports.getOne(id).then(
      () => true,
      (error: unknown) => {
        if (!isKerbsideError(error, 'report_not_ready')) throw error;
        return error.retryable && !/not been required/.test(error.message);
      },
    );
    if (!isRequested) await reports.request(id, { pricing: true, language });
    await reports.whenReady(id);
    return (await this.#fetch(`/inspections/${id}/pdf/file`)).blob();
  }

  async #fetch(path: string): Promise<Response> {
    const response = await fetch(this.#baseUrl + path, {
      headers: { Authorization: `Bearer ${this.#token}` },
    });
    if (response.ok) return response;
    throw new KerbsideError('not_found', `${path} could not be read (status ${response.status}).`);
  }
}

function complete(entities: Entities, id: string): LoadedInspection {
  return toLoadedInspection(withDeviceResults({ entities, result: id }));
}

/** Returns the records of one inspection of a list. */
function selectInspection(entities: Entities, id: string): Entities {
  const inspection = entities.inspections[id];
  if (!inspection) throw new Error(`The list does not contain ${id}.`);
  const pick = <T>(ids: readonly string[], records: Record<string, T>): Record<string, T> =>
    Object.fromEntries(ids.flatMap((one) => (records[one] ? [[one, records[one]]] : [])));
  const images = new Set(inspection.images);
  return {
    inspections: pick([id], entities.inspections),
    images: pick(inspection.images, entities.images),
    tasks: pick(inspection.tasks, entities.tasks),
    damages: pick(inspection.damages, entities.damages),
    parts: pick(inspection.parts, entities.parts),
    severityResults: pick(inspection.severityResults, entities.severityResults),
    wheelAnalysis: pick(inspection.wheelAnalysis, entities.wheelAnalysis),
    documents: pick(inspection.documents, entities.documents),
    vehicles: pick(inspection.vehicle === undefined ? [] : [inspection.vehicle], entities.vehicles),
    views: Object.fromEntries(
      Object.entries(entities.views).filter(([, { imageId }]) => images.has(imageId)),
    ),
  };
}
