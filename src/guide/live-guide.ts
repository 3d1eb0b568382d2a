import { getFrameDelay } from '../analysis/guide/frame-pace.ts';
import type { FrameView } from '../analysis/guide/frame-view.ts';
import { type GuideState, startGuide, stepGuide } from '../analysis/guide/guide-state.ts';
import { canVerify } from '../analysis/guide/instruction.ts';
import { choosePhoto, isPoor } from '../analysis/guide/photo-choice.ts';
import type { Sight } from '../domain/sights/sight.ts';
import { isKerbsideError, KerbsideError } from '../errors.ts';
import type { FrameReader } from '../inference/frame-reader.ts';
import { encodeFrame } from '../inference/frames/frame-pixels.ts';
import { CameraFrames, createVideo } from './camera-frames.ts';
import { type Motion, watchBattery, watchMotion } from './device-sensors.ts';
import type { GuideStatus, LiveGuide, LiveGuideOptions } from './guide.ts';
import { SharpestFrame } from './sharpest-frame.ts';
import { SightReader } from './sight-reader.ts';

/** How long to wait for the first picture of a video, and after an error. */
const PICTURE_WAIT_MS = 100;
const ERROR_WAIT_MS = 5000;
const VIBRATIONS = { instruction: 30, photo: [40, 60, 40] };

/**
 * Guides a user who photographs a vehicle: reads frames of the camera on this device, says what to do, takes each photo by
 * itself when side, distance and sharpness are right for half a second, and goes on to the next sight.
 *
 * One frame is read at a time, always the newest. The rate follows the speed and the battery of the device. Nothing is read
 * while the page is hidden.
 *
 * @param source The stream of a camera, or a video element that shows it.
 * @returns The running guide. Call `close` when the camera closes.
 *
 * @example
 * import { guideText, liveGuide } from 'kerbside/guide';
 *
 * const guide = liveGuide(video, {
 *   models,
 *   sights: [{ kind: 'viewpoint', id: 'front' }, { kind: 'viewpoint', id: 'left' }],
 *   onStatus: (status) => (statusLine.textContent = guideText(status, 'en')),
 *   onPhoto: async ({ sight, photo }) => {
 *     await kerbside.images.addOne(inspectionId, { name: sight.id }, photo);
 *   },
 * });
 */
export function liveGuide(source: MediaStream | HTMLVideoElement, options: LiveGuideOptions): LiveGuide {
  const video = source instanceof MediaStream ? createVideo(source) : source;
  return new GuideLoop(new CameraFrames(video), options);
}

/** The loop of {@link liveGuide}: takes a frame, reads it, steps the state, waits, again. */
class GuideLoop implements LiveGuide {
  automatic: boolean;
  readonly #options: LiveGuideOptions;
  readonly #camera: CameraFrames;
  readonly #now: () => number;
  readonly #closing = new AbortController();
  readonly #battery = watchBattery();
  readonly #motion: () => Motion | undefined;
  readonly #sharpest = new SharpestFrame();
  #reader: FrameReader | undefined;
  #sight: SightReader | undefined;
  #state: GuideState;
  #status: GuideStatus = { phase: 'searching' };
  #isTaking = false;
  #takesLargerPhotos: Promise<boolean> | undefined;
  /** Poor photos of this sight that were taken again. */
  #retakes = 0;
  #wake = () => {};

  constructor(camera: CameraFrames, options: LiveGuideOptions, now: () => number = () => performance.now()) {
    const { signal } = this.#closing;
    this.automatic = options.automatic ?? true;
    this.#options = options;
    this.#camera = camera;
    this.#now = now;
    this.#motion = watchMotion(now, signal);
    this.#state = startGuide(now());
    document.addEventListener('visibilitychange', () => this.#wake(), { signal });
    const [first] = options.sights;
    if (first) this.goTo(first);
    void this.#run(signal);
  }

  get status(): GuideStatus {
    return this.#status;
  }

  goTo(sight: Sight): void {
    this.#sight = new SightReader(sight);
    this.#retakes = 0;
    this.#restart();
  }

  async takePhoto(): Promise<void> {
    if (!this.#camera.hasPicture) throw new KerbsideError('unsupported', 'The camera shows no picture yet.');
    await this.#takePhoto(false);
  }

  close(): void {
    this.#closing.abort();
    this.#sharpest.clear();
    this.#wake();
  }

  /** Never rejects. */
  async #run(signal: AbortSignal): Promise<void> {
    let fastestMs = Number.POSITIVE_INFINITY;
    while (!signal.aborted) {
      const start = this.#now();
      try {
        this.#reader ??= await this.#options.models.frames();
        await this.#whenNeeded(signal);
        if (signal.aborted) return;
        if (!this.#camera.hasPicture) {
          await this.#wait(PICTURE_WAIT_MS);
          continue;
        }
        const readAt = this.#now();
        const { isFollowed = false } = (await this.#readFrame(this.#reader, signal)) ?? {};
        const tookMs = this.#now() - readAt;
        // A frame that is followed takes a fraction of the time of others.
        if (!isFollowed) fastestMs = Math.min(fastestMs, tookMs);
        await this.#wait(
          getFrameDelay({ tookMs, fastestMs: isFollowed ? tookMs : fastestMs }, this.#battery()),
        );
      } catch (error) {
        if (signal.aborted) return;
        this.#options.onError?.(error);
        this.#show({ phase: 'unavailable' });
        // Without models there will never be guidance. A lost worker or network comes back.
        if (isKerbsideError(error, 'unsupported', 'closed')) return;
        await this.#wait(Math.max(0, start + ERROR_WAIT_MS - this.#now()));
      }
    }
  }

  /** Returns what the frame shows; undefined if nobody needs it any more. */
  async #readFrame(reader: FrameReader, signal: AbortSignal): Promise<FrameView | undefined> {
    const sight = this.#sight;
    if (!sight) return undefined;
    const isHolding = this.#state.goodSince !== undefined && this.automatic;
    const candidate = isHolding ? await this.#camera.grabFull() : undefined;
    const at = this.#now();
    const frame = await this.#camera.grab();
    const { reading, wanted, isTextAgreed } = await sight
      .read(reader, frame, { at, motion: this.#motion(), signal, now: this.#now })
      .catch((error: unknown) => {
        candidate?.close();
        throw error;
      });
    // The user took a photo, or the app went to another sight, while the frame was read.
    if (this.#sight !== sight || this.#isTaking || signal.aborted) {
      candidate?.close();
      return undefined;
    }
    this.#sharpest.offer(candidate, wanted === undefined ? reading.quality.blurriness : undefined);
    const { state, shoots } = stepGuide(this.#state, wanted, this.#now(), isTextAgreed);
    this.#state = state;
    this.#show({ phase: state.phase, instruction: state.instruction });
    if (shoots && this.automatic && canVerify(reading, sight.sight)) await this.#takePhoto(true);
    return reading;
  }

  async #takePhoto(isAutomatic: boolean): Promise<void> {
    const reader = this.#sight;
    if (this.#isTaking || !reader) return;
    const { sight, agreedText: text } = reader;
    this.#isTaking = true;
    this.#show({ phase: 'taking' });
    try {
      const photo = await this.#capture(isAutomatic);
      if (this.#closing.signal.aborted) return;
      if (!photo) {
        if (this.#sight === reader) this.#restart();
        return;
      }
      this.#vibrate(VIBRATIONS.photo);
      const isAccepted = await this.#options.onPhoto({ sight, photo, isAutomatic, text });
      // The app may have gone to another sight meanwhile.
      if (this.#sight === reader) this.#goOn(isAccepted === false ? sight : this.#findNext(sight));
    } finally {
      this.#isTaking = false;
      this.#sharpest.clear();
      this.#wake();
    }
  }

  /**
   * Returns the photo: of the camera if it takes larger ones, else the sharpest frame, or the current one by hand. Returns
   * undefined if the automatic photo of the camera is poor and must be taken again.
   */
  async #capture(isAutomatic: boolean): Promise<Blob | undefined> {
    this.#takesLargerPhotos ??= this.#camera.takesLargerPhotos();
    const large = (await this.#takesLargerPhotos) ? await this.#camera.takeLargePhoto() : undefined;
    const choice = large && isAutomatic ? await this.#choosePhoto(large) : 'photo';
    if (choice === 'retake') return undefined;
    if (large && choice === 'photo') return large;
    const frame = (isAutomatic && this.#sharpest.take()) || (await this.#camera.grabFull());
    if (this.#reader) return this.#reader.encode(frame, this.#closing.signal);
    return encodeFrame(frame).finally(() => frame.close());
  }

  async #choosePhoto(photo: Blob): Promise<'photo' | 'retake' | 'frame'> {
    if (!this.#reader) return 'photo';
    const choice = choosePhoto(await isPoorPhoto(photo, this.#reader, this.#closing.signal), this.#retakes);
    if (choice === 'retake') this.#retakes += 1;
    return choice;
  }

  #findNext({ id }: Sight): Sight | undefined {
    const { sights } = this.#options;
    return sights[sights.findIndex((sight) => sight.id === id) + 1];
  }

  #goOn(sight: Sight | undefined): void {
    if (sight) {
      this.goTo(sight);
      return;
    }
    this.#sight = undefined;
    this.#show({ phase: 'done' });
  }

  #restart(): void {
    this.#state = startGuide(this.#now());
    this.#sharpest.clear();
    this.#show({ phase: 'searching' });
    this.#wake();
  }

  #show(next: Pick<GuideStatus, 'phase' | 'instruction'>): void {
    const { phase, instruction, sight } = this.#status;
    const status = { ...next, sight: this.#sight?.sight };
    if (phase === status.phase && instruction === status.instruction && sight === status.sight) return;
    this.#status = status;
    if (status.instruction && instruction !== status.instruction) this.#vibrate(VIBRATIONS.instruction);
    this.#options.onStatus?.(status);
  }

  #vibrate(pattern: number | number[]): void {
    if (this.#options.vibrates ?? true) globalThis.navigator.vibrate?.(pattern);
  }

  /** Resolves when frames are needed: the page is visible, a sight is left, and no photo is being taken. */
  async #whenNeeded(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (document.hidden || !this.#sight || this.#isTaking))
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }

  #wait(ms: number): Promise<void> {
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    });
  }
}

/** The width at which a photo is checked: enough for the quality checks, a fraction of the memory. */
const CHECKED_WIDTH = 1280;

/**
 * Returns whether the quality checks reject a photo. A photo that cannot be checked is not poor; the assessment after it says
 * more.
 */
async function isPoorPhoto(
  photo: Blob,
  reader: Pick<FrameReader, 'assess'>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const picture = await createImageBitmap(photo, { resizeWidth: CHECKED_WIDTH, resizeQuality: 'medium' });
    return isPoor((await reader.assess(picture, signal)).quality);
  } catch {
    return false;
  }
}
