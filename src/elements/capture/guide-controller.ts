import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Language } from '../../domain/names/names.ts';
import type { Sight } from '../../domain/sights/sight.ts';
import type { FrameSource, GuidePhoto, LiveGuide } from '../../guide/guide.ts';
import { captureFrame } from './camera-controller.ts';
import type { GuideView } from './camera-view.ts';

type GuideModule = typeof import('../../guide/index.ts');

/** The subject of the guide. */
interface GuideSubject {
  source: FrameSource;
  video: HTMLVideoElement;
  sight: Sight;
  automatic: boolean;
}

/**
 * Guides over the camera of its host. Loads the code of the guide when it is first needed; without that code the camera works
 * as one without guidance.
 */
export class GuideController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onPhoto: (photo: GuidePhoto) => void;
  #module: GuideModule | undefined;
  #loading: Promise<void> | undefined;
  #guide: LiveGuide | undefined;
  #sight: Sight | undefined;
  #isTakingPhoto = false;

  constructor(host: ReactiveControllerHost, onPhoto: (photo: GuidePhoto) => void) {
    this.#host = host;
    this.#onPhoto = onPhoto;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop();
  }

  /** Returns what the dialog shows of the guide. Its button switches `automatic` of the element. */
  createView(element: { automatic: boolean }, language: Language): GuideView {
    const status = this.#guide?.status;
    return {
      status,
      text: status && this.#module ? this.#module.guideText(status, language) : '',
      isAutomatic: element.automatic,
      switchAutomatic: () => Object.assign(element, { automatic: !element.automatic }),
    };
  }

  /** Guides to this sight, or stops. Call it after each update. */
  update(subject: GuideSubject | undefined): void {
    if (!subject) {
      this.stop();
      return;
    }
    if (!this.#module) {
      this.#load();
      return;
    }
    const { source, video, sight, automatic } = subject;
    if (!this.#guide) this.#start(this.#module, source, video, sight);
    else if (this.#sight?.id !== sight.id) this.#guide.goTo(sight);
    this.#sight = sight;
    if (this.#guide) this.#guide.automatic = automatic;
  }

  /**
   * Takes a photo by hand. The guide takes one of the full resolution where the camera has one, and reports it itself. Ignores a
   * second tap until the photo is encoded.
   *
   * @returns The photo if there is no guide, or if it failed.
   */
  async takePhoto(video: HTMLVideoElement): Promise<Blob | undefined> {
    if (this.#isTakingPhoto || video.videoWidth === 0) return undefined;
    this.#isTakingPhoto = true;
    try {
      const guide = this.#guide;
      const isTaken = await guide?.takePhoto().then(
        () => true,
        () => false,
      );
      const isClosed = guide !== undefined && guide !== this.#guide; // a closed camera shows nothing to take instead
      return isTaken || isClosed ? undefined : await captureFrame(video);
    } finally {
      this.#isTakingPhoto = false;
    }
  }

  stop(): void {
    this.#guide?.close();
    this.#guide = undefined;
    this.#sight = undefined;
  }

  #start({ liveGuide }: GuideModule, source: FrameSource, video: HTMLVideoElement, sight: Sight): void {
    const requestUpdate = () => this.#host.requestUpdate();
    this.#guide = liveGuide(video, {
      models: source,
      sights: [sight],
      onStatus: requestUpdate,
      onPhoto: (photo) => {
        this.#onPhoto(photo);
        return undefined;
      },
    });
  }

  #load(): void {
    this.#loading ??= import('../../guide/index.ts').then(
      (loaded) => {
        this.#module = loaded;
        this.#host.requestUpdate();
      },
      () => {
        this.#loading = undefined; // offline, before the guide was cached: the next update tries again
      },
    );
  }
}
