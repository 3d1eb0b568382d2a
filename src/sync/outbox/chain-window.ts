import type { StoredOperation } from '../../domain/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { InspectionOutbox, OutboxStore } from '../../store/outbox-store.ts';
import { Chain } from './chain.ts';
import { OutboxScan } from './outbox-scan.ts';
import { RelatedFirst } from './related-first.ts';

export interface ChainWindowDeps {
  store: Pick<OutboxStore, 'operations' | 'outboxOf'>;
  clock: Clock;
  userId: string;
  /** Inspections looked after at once. */
  size: number;
  isHeld(): boolean;
  /** Resolves when the store holds all that the sender knows of an inspection. */
  isWritten(inspectionId: string): Promise<void>;
  onChange(): void;
  onFailure(error: unknown): void;
}

/**
 * The inspections whose operations are being sent, each with its chain in memory. Of the others nothing is kept but
 * the time at which some of them go on: the outbox may hold a hundred thousand operations.
 */
export class ChainWindow {
  readonly #deps: ChainWindowDeps;
  readonly #scan: OutboxScan;
  readonly #related: RelatedFirst;
  readonly #chains = new Map<string, Chain>();
  readonly #parked = new Map<string, number>();
  readonly #touched = new Set<string>();
  readonly #withOthers = new Set<string>();
  /** How far a chain was read that has left the window, as long as the scan is not past it. */
  readonly #readThrough = new Map<string, number>();
  #loading: string | undefined;
  #isFilling = false;
  #mustFill = false;
  #isClosed = false;

  constructor(deps: ChainWindowDeps) {
    this.#deps = deps;
    this.#related = new RelatedFirst(deps.store);
    this.#scan = new OutboxScan((query) => {
      const { after = 0 } = query;
      for (const [id, through] of this.#readThrough) if (through <= after) this.#readThrough.delete(id);
      return deps.store.operations(query);
    });
  }

  get chains(): Iterable<Chain> {
    return this.#chains.values();
  }

  get isFilling(): boolean {
    return this.#isFilling;
  }

  /** Whether there are operations of another user. */
  get hasOthers(): boolean {
    return this.#withOthers.size > 0;
  }

  /** When a parked chain goes on, in monotonic time, if it could then be taken up. */
  get wakesAt(): number {
    const isClosed = this.#deps.isHeld() || this.#chains.size >= this.#deps.size;
    return isClosed ? Number.POSITIVE_INFINITY : Math.min(...this.#parked.values());
  }

  /** Lets go of a chain that has nothing to do; until `wake`, or until something happens to it. */
  park(chain: Chain, wake: number): void {
    // What is being read may be older than what the chain knows by now; it is looked at again when it is there.
    if (chain.inspectionId === this.#loading) return;
    this.#chains.delete(chain.inspectionId);
    this.#readThrough.set(chain.inspectionId, chain.readThrough);
    if (wake < Number.POSITIVE_INFINITY) this.#parked.set(chain.inspectionId, wake);
    this.fill();
  }

  touch(inspectionId: string): void {
    this.#touched.add(inspectionId);
    this.created(inspectionId);
    this.fill();
  }

  /** The service has heard of this inspection: those that refer to it may go. */
  created(inspectionId: string): void {
    for (const freed of this.#related.freed(inspectionId)) {
      this.#touched.add(freed);
      this.fill();
    }
  }

  /** Looks at everything anew. */
  rewind(): void {
    for (const { inspectionId } of this.#chains.values()) this.#touched.add(inspectionId);
    this.#parked.clear();
    this.#readThrough.clear();
    this.#scan.rewind();
    this.fill();
  }

  close(): void {
    this.#isClosed = true;
  }

  /** First with what was touched or whose time has come, then with what comes next in the outbox. */
  fill(): void {
    this.#mustFill = true;
    if (!this.#isFilling && !this.#isClosed) void this.#fillAll();
  }

  async #fillAll(): Promise<void> {
    this.#isFilling = true;
    try {
      while (this.#mustFill && !this.#isClosed) {
        this.#mustFill = false;
        await this.#fillOnce();
      }
    } catch (error) {
      this.#deps.onFailure(error);
    } finally {
      this.#isFilling = false;
      this.#deps.onChange();
    }
  }

  async #fillOnce(): Promise<void> {
    for (const inspectionId of this.#touched) {
      this.#touched.delete(inspectionId);
      await this.#load(inspectionId);
    }
    while (this.#chains.size < this.#deps.size && !this.#deps.isHeld()) {
      const inspectionId = this.#nextParked() ?? (await this.#scan.next((one) => this.#isKnown(one)));
      if (inspectionId === undefined) return;
      await this.#load(inspectionId);
    }
  }

  #nextParked(): string | undefined {
    const now = this.#deps.clock.monotonic();
    for (const [inspectionId, over] of this.#parked) if (over <= now) return inspectionId;
    return undefined;
  }

  #isKnown({ inspectionId, sequence }: StoredOperation): boolean {
    const chain = this.#chains.get(inspectionId);
    return sequence <= (chain?.readThrough ?? this.#readThrough.get(inspectionId) ?? 0);
  }

  async #load(inspectionId: string): Promise<void> {
    this.#parked.delete(inspectionId);
    this.#loading = inspectionId;
    await this.#deps.isWritten(inspectionId); // what is read is not older than what was known when we asked
    const stored = await this.#deps.store.outboxOf(inspectionId);
    this.#loading = undefined;
    this.#noteOthers(inspectionId, stored);
    const chain = this.#chains.get(inspectionId);
    if (chain) chain.refresh(stored);
    else if (await this.#related.mustWait(stored.operations)) {
      this.#readThrough.set(inspectionId, stored.operations.at(-1)?.sequence ?? 0);
    } else if (stored.operations.length > 0) {
      this.#chains.set(inspectionId, new Chain(inspectionId, this.#deps.userId, stored));
    }
    this.#deps.onChange();
  }

  #noteOthers(inspectionId: string, { operations }: InspectionOutbox): void {
    if (operations.some(({ userId }) => userId !== this.#deps.userId)) this.#withOthers.add(inspectionId);
    else this.#withOthers.delete(inspectionId);
  }
}
