import type { DeliveryReason } from '../../domain/delivery.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { HoldReason } from '../../domain/sync.ts';
import { type Chain, type Link, type Step, startsTask } from '../outbox/chain.ts';
import { ChainWindow } from '../outbox/chain-window.ts';
import { Bookkeeper } from '../outbox/delivery-recorder.ts';
import { blocked, queued, sending, waiting } from '../outbox/transitions.ts';
import { Lane } from './concurrency-lane.ts';
import type { Lesson } from './deliver.ts';
import { classify } from './failures.ts';
import { Hold } from './hold.ts';
import { Waits } from './retry-schedule.ts';
import type { SenderDeps } from './sender-deps.ts';

interface Claim {
  chain: Chain;
  link: Link;
  before: StoredOperation;
  /** Another tab may have sent it, and died. */
  isLeftBehind: boolean;
}

/**
 * Sends what is in the outbox. At most one runs in the whole origin.
 *
 *   window: chains (one inspection each, whole) ──▶ steps that wait for nothing
 *      ▲                                                │ `sending` is written, a few ahead
 *      │ parked: nothing to do until a time             ▼
 *      └────────────────────────────────────── lanes: photos │ small
 *                                                       │ a request each
 *                                                       ▼
 *      settled with what was learned, in one transaction │ waiting │ blocked │ the whole queue held
 *
 * Answers count in memory at once, and what follows from them is written behind them: the books are kept in order, so
 * nothing is ever sent on the strength of an answer that is not on the disk. Any failure of the store ends the run;
 * what is on the disk is the truth that the next run starts from.
 */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #stop = new AbortController();
  readonly #books: Bookkeeper;
  readonly #window: ChainWindow;
  readonly #waits: Waits;
  readonly #hold: Hold;
  readonly #photos: Lane<Claim>;
  readonly #small: Lane<Claim>;
  #isScheduled = false;
  #isIdle = false;
  #adopting = 0;
  #newestInspection: string | undefined;
  #cancelTimer = () => {};
  #fail: (error: unknown) => void = () => {};

  constructor(deps: SenderDeps) {
    const { store, clock, random, graceMs, limits, events } = deps;
    this.#deps = deps;
    this.#books = new Bookkeeper({
      store,
      clock,
      stopped: this.#stop.signal,
      onWritten: () => this.#schedule(),
      onFailure: (error) => this.#fail(error),
    });
    this.#waits = new Waits({ clock, random, graceMs });
    this.#hold = new Hold({ clock, random, onHeld: events.onHeld, onResumed: events.onResumed });
    this.#window = new ChainWindow({
      ...deps,
      size: limits.window,
      isHeld: () => this.#hold.isHeld,
      isWritten: (inspectionId) => this.#books.caughtUp(inspectionId),
      onChange: () => this.#schedule(),
      onFailure: (error) => this.#fail(error),
    });
    this.#photos = new Lane(limits.photos, 1);
    this.#small = new Lane(limits.small, limits.small * 8);
  }

  /** Resolves when the signal aborts; rejects when the store fails. */
  run(signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const end = () => {
        this.#cancelTimer();
        this.#window.close();
        this.#stop.abort();
      };
      this.#fail = (error) => {
        end();
        reject(error);
      };
      signal.addEventListener('abort', () => {
        end();
        resolve();
      });
      if (signal.aborted) return resolve();
      this.#window.fill();
    });
  }

  poke(): void {
    this.#window.fill();
  }

  /** What is known of this inspection changed otherwise: results came in, an operation was retried or discarded. */
  touch(inspectionId: string): void {
    this.#window.touch(inspectionId);
  }

  /** Everything is looked at anew and tried now, but for what the service itself asked to wait with. */
  hurry(): void {
    this.#waits.hurry();
    this.#hold.release();
    this.#isIdle = false;
    this.#window.rewind();
  }

  tellIdleAgain(): void {
    this.#isIdle = false;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (!this.#stop.signal.aborted) this.#advance();
    });
  }

  #advance(): void {
    const now = this.#deps.clock.monotonic();
    let wake = this.#hold.until;
    if (!this.#hold.isHeld) {
      for (const chain of this.#window.chains) wake = Math.min(wake, this.#work(chain, now));
    }
    for (const lane of [this.#photos, this.#small]) {
      for (let claim = lane.take(); claim; claim = lane.take()) void this.#send(claim, lane);
    }
    if (this.#photos.isHungry || this.#small.isHungry || this.#isResting) this.#books.hurry();
    this.#wakeAt(Math.min(wake, this.#window.wakesAt), now);
    this.#tellIdle();
  }

  /** Takes the chain's next steps as far as there is room; answers when the clock will have more to do. */
  #work(chain: Chain, now: number): number {
    let wake = Number.POSITIVE_INFINITY;
    if (!this.#small.hasRoom && !(this.#photos.hasRoom && chain.hasPhotos)) return wake;
    const steps = chain.steps((operation) => {
      const over = this.#waits.overAt(operation);
      if (over > now) wake = Math.min(wake, over);
      return over <= now;
    });
    for (const step of steps) this.#take(step, chain);
    if (steps.length === 0 && !chain.isBusy) this.#window.park(chain, wake);
    return wake;
  }

  #take(step: Step, chain: Chain): void {
    const { link } = step;
    const { operation } = link;
    if (step.type === 'adopt') this.#adopt(chain, link, step.damageId);
    else if (step.type === 'refuse') this.#block(link, neverKnown(step.id), true);
    else if (step.type === 'forget' || (startsTask(operation) && !this.#deps.sendsStarts)) {
      this.#forget(chain, link);
    } else if (operation.kind !== 'image.add') {
      if (this.#small.hasRoom) this.#claim(chain, link, this.#small);
    } else if (this.#photos.hasRoom && chain.photosInHand < this.#deps.limits.photosPerInspection) {
      this.#claim(chain, link, this.#photos);
    }
  }

  /** On the disk before the request leaves: whoever comes after a crash knows that it may have. */
  #claim(chain: Chain, link: Link, lane: Lane<Claim>): void {
    const before = link.operation;
    const isLeftBehind = this.#waits.isLeftBehind(before);
    if (isLeftBehind) this.#waits.startGrace(before);
    lane.prepare();
    const ready = () => {
      link.inHand = true;
      lane.prepared({ chain, link, before, isLeftBehind });
      if (this.#hold.isHeld) this.#putBackReady();
    };
    this.#books.mark(link, sending(before, this.#newestInspection), ready, { canWait: true });
  }

  async #send({ chain, link, before, isLeftBehind }: Claim, lane: Lane<Claim>): Promise<void> {
    const { deliver, look, search, events } = this.#deps;
    const fate = chain.fateOf(before); // it may have been deleted since it was made ready
    events.onSending(link.operation);
    try {
      if (fate === 'forget') return this.#putBack(link, before);
      const attempt = isLeftBehind ? look : fate === 'look' ? search : deliver;
      const lessons = await attempt(link.operation, chain.ids, this.#stop.signal);
      if (this.#stop.signal.aborted) return;
      if (lessons) this.#settle(chain, link, lessons);
      else if (isLeftBehind)
        this.#putBack(link, before); // what was sent may still be on its way: its grace has begun
      else this.#forget(chain, link);
      this.#hold.succeeded();
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#failed(link, before, error);
    } finally {
      lane.ended();
      this.#schedule();
    }
  }

  /** Out of the outbox, though the service did not hear of it. */
  #forget(chain: Chain, link: Link): void {
    this.#settle(chain, link, [], false);
  }

  #settle(chain: Chain, link: Link, lessons: readonly Lesson[], isDelivered = true): void {
    const { operation } = link;
    for (const lesson of lessons) {
      if (lesson.type !== 'map') continue;
      chain.ids.add(lesson.remoteId);
      if (lesson.remoteId.kind === 'inspection') this.#newestInspection = lesson.remoteId.remoteId;
    }
    chain.remove(
      link,
      lessons.some(({ type }) => type === 'await'),
    );
    this.#waits.end(operation.sequence);
    const changes = [...lessons, { type: 'settle' as const, sequence: operation.sequence }];
    const settled = () => {
      if (operation.kind === 'inspection.create') this.#window.created(operation.inspectionId);
      this.#deps.events.onSettled(operation, isDelivered);
    };
    this.#books.write(operation, changes, settled, { canWait: true });
  }

  #failed(link: Link, before: StoredOperation, error: unknown): void {
    const { operation } = link;
    const { attempts = 1 } = operation.delivery ?? {};
    const last = before.delivery && 'reason' in before.delivery ? before.delivery.reason : undefined;
    const failure = classify(error, attempts, last);
    if (failure.type === 'stop' || (failure.type === 'hold' && failure.hold === 'storage')) {
      this.#fail(error);
    } else if (failure.type === 'hold') {
      this.#putBack(link, before);
      this.#holdAll(failure.hold, failure.reason);
    } else if (failure.type === 'wait') {
      const until = this.#waits.start(operation, attempts, failure);
      this.#books.mark(link, waiting(operation, { ...failure, until }));
      this.#deps.events.onFailed(operation);
      if (failure.unreachable) this.#holdAll('unreachable', failure.reason);
      else if (failure.atLeastMs > 0) this.#pauseAll(failure.atLeastMs);
    } else {
      this.#block(link, failure.reason, failure.unsent);
    }
  }

  #putBack(link: Link, before: StoredOperation): void {
    this.#books.mark(link, queued(before));
    this.#deps.events.onFailed(link.operation);
  }

  #block(link: Link, reason: DeliveryReason, unsent: boolean): void {
    this.#books.mark(link, blocked(link.operation, reason, unsent));
    this.#deps.events.onBlocked(link.operation, reason);
  }

  #adopt(chain: Chain, link: Link, damageId: string): void {
    link.inHand = true;
    this.#adopting += 1;
    this.#deps
      .adopt(chain.inspectionId, damageId)
      .then((isAdopted) => {
        link.inHand = false;
        if (isAdopted) this.touch(chain.inspectionId);
        else this.#forget(chain, link);
      })
      .catch((error: unknown) => this.#failed(link, link.operation, error))
      .finally(() => {
        this.#adopting -= 1;
      });
  }

  #holdAll(reason: HoldReason, why: DeliveryReason): void {
    this.#hold.hold(reason, why);
    this.#putBackReady();
  }

  #pauseAll(milliseconds: number): void {
    this.#hold.pause(milliseconds);
    this.#putBackReady();
  }

  #putBackReady(): void {
    for (const lane of [this.#photos, this.#small]) {
      for (const { link, before } of lane.giveBack()) this.#books.mark(link, queued(before));
    }
  }

  #wakeAt(time: number, now: number): void {
    this.#cancelTimer();
    this.#cancelTimer = () => {};
    if (time === Number.POSITIVE_INFINITY) return;
    this.#cancelTimer = this.#deps.clock.after(Math.max(0, time - now), () => {
      if (this.#hold.until <= this.#deps.clock.monotonic()) this.#hold.release();
      this.#window.fill();
    });
  }

  get #isResting(): boolean {
    return this.#photos.isIdle && this.#small.isIdle;
  }

  #tellIdle(): void {
    const isIdle = this.#isResting && this.#books.isDone && this.#adopting === 0 && !this.#window.isFilling;
    if (isIdle && !this.#isIdle) this.#deps.events.onIdle(this.#window.hasOthers);
    this.#isIdle = isIdle;
  }
}

function neverKnown(id: string): DeliveryReason {
  const message = `The service does not know ${id}, which this refers to: its creation was discarded, or happened elsewhere. Discard this as well.`;
  return { code: 'not_found', message };
}
