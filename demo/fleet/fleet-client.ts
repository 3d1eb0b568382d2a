import { type AnalysisOutcome, isKerbsideError, KerbsideError, type Vehicle, type Verdict } from 'kerbside';
import type { ElementLanguage } from 'kerbside/elements';
import { createRemoteClient, type RemoteClient, withDeviceResults } from 'kerbside/remote';
import { type LoadedInspection, toLoadedInspection } from '../common/loaded-inspection.ts';
import { type FleetFilter, startOf, toQuery } from './fleet-filter.ts';

/** An inspection in the list. */
export interface FleetRow {
  id: string;
  createdAt: string;
  ownerId: string;
  vehicle: Partial<Pick<Vehicle, 'brand' | 'model' | 'plate'>>;
  outcome: AnalysisOutcome;
  /** The basis of the outcome. Absent for inspections that an earlier version of the service stored last. */
  verdict?: Verdict;
  /** The worst severity. 0 if none is known. */
  severity: 0 | 1 | 2 | 3;
  damages: number;
  /** Damages that a model found, that a person corrected, and that a person added. */
  origins: { found: number; corrected: number; added: number };
  /** In minor units. Absent if it is not known. */
  cost?: { amount: number; currency: string; isComplete: boolean };
  images: number;
  firstImage?: { id: string; width: number; height: number };
}

/** A page of the list, newest first. */
export interface FleetPageOfList {
  rows: FleetRow[];
  /** How many inspections match the filter. */
  total: number;
  /** The cursor of the next page. Undefined on the last one. */
  after: string | undefined;
}

/** The inspections since yesterday. */
export interface FleetSummary {
  inspections: number;
  damaged: number;
  /** In minor units. */
  costs: { currency: string; amount: number }[];
}

/** Widths of thumbnails that the service makes. */
type ThumbnailWidth = 320 | 640;

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

  /** Returns a page of the inspections that match a filter. */
  async list(filter: FleetFilter, now: number, after?: string): Promise<FleetPageOfList> {
    const query = { ...toQuery(filter, now), ...(after !== undefined && { after }) };
    const { data, total, paging } = await this.#read<{
      data: FleetRow[];
      total: number;
      paging: { next: string | null };
    }>('/fleet/inspections', query);
    return { rows: data, total, after: paging.next === null ? undefined : data.at(-1)?.id };
  }

  /** Returns what is new since yesterday, whatever the filter. */
  summarize(now: number): Promise<FleetSummary> {
    return this.#read('/fleet/summary', { created_from: new Date(startOf('yesterday', now)).toISOString() });
  }

  async get(id: string): Promise<LoadedInspection> {
    const { entities } = await this.#remote.inspections.getOne(id);
    return toLoadedInspection(withDeviceResults({ entities, result: id }));
  }

  /** Photos of the list, as small as its rows. */
  get listPhotos() {
    return { images: { ...this.images, thumbnail: (imageId: string) => this.#thumbnail(imageId, 320) } };
  }

  readonly images = {
    photo: async (imageId: string): Promise<{ bytes: ArrayBuffer; type: string }> => {
      const response = await this.#fetch(`/images/${imageId}/photo`);
      return { bytes: await response.arrayBuffer(), type: response.headers.get('Content-Type') ?? '' };
    },
    thumbnail: (imageId: string) => this.#thumbnail(imageId, 640),
  };

  /** Returns the report that the service has. If nobody requested one, requests it. */
  async report(id: string, language: ElementLanguage): Promise<Blob> {
    const { reports } = this.#remote;
    const isRequested = await reports.getOne(id).then(
      () => true,
      (error: unknown) => {
        if (!isKerbsideError(error, 'report_not_ready')) throw error;
        return error.details.requested === true;
      },
    );
    if (!isRequested) await reports.request(id, { pricing: true, language });
    await reports.whenReady(id);
    return (await this.#fetch(`/inspections/${id}/pdf/file`)).blob();
  }

  async #thumbnail(imageId: string, width: ThumbnailWidth): Promise<Blob> {
    return (await this.#fetch(`/images/${imageId}/photo?width=${width}`)).blob();
  }

  /** Reads JSON. With a token for own inspections only, reads those. */
  async #read<T>(path: string, query: Record<string, string>): Promise<T> {
    const read = async () => {
      const parameters = new URLSearchParams({ ...query, ownership_filter: this.#ownership });
      return toCamelCase(await (await this.#fetch(`${path}?${parameters}`)).json()) as T;
    };
    return read().catch((error: unknown) => {
      if (!isKerbsideError(error, 'forbidden')) throw error;
      this.#ownership = 'own_resources';
      return read();
    });
  }

  async #fetch(path: string): Promise<Response> {
    const response = await fetch(this.#baseUrl + path, {
      headers: { Authorization: `Bearer ${this.#token}` },
    }).catch((cause: unknown) => {
      throw new KerbsideError('remote_unavailable', 'The service cannot be reached.', { cause });
    });
    if (response.ok) return response;
    const { status } = response;
    throw new KerbsideError(CODES[status] ?? 'remote_refused', `${path} was rejected (status ${status}).`);
  }
}

const CODES: Record<number, 'unauthorized' | 'forbidden' | 'not_found' | 'rate_limited'> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};

/** The service has snake_case names, these pages camelCase. */
function toCamelCase(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(toCamelCase);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      toCamelCase(value),
    ]),
  );
}
