import type { Instruction } from '../analysis/guide/instruction.ts';
import type { Sight } from '../domain/sights/sight.ts';
import type { FrameReader } from '../inference/frame-reader.ts';

/** Reads the frames: `deviceModels()` of `kerbside/models`, or an object that loads it on demand. */
export interface FrameSource {
  /** Returns the frame reader. */
  frames(): FrameReader | Promise<FrameReader>;
}

/** A photo that the guide took. */
export interface GuidePhoto {
  sight: Sight;
  /** A JPEG, at the full resolution of the camera where the browser can take one. */
  photo: Blob;
  /** False if `takePhoto` was called. */
  isAutomatic: boolean;
  /** The VIN, plate or mileage that several frames agreed on. */
  text?: string | undefined;
}

/** The state of the guide. {@link guideText} returns it as text. */
export interface GuideStatus {
  /**
   * `searching`: no frame is read yet. `instructing`: the user should follow `instruction`. `holding`: the picture is good;
   * the photo is taken soon. `taking`: a photo is being taken or stored. `unavailable`: this device cannot read frames; photos
   * are taken by hand. `done`: no sight is left.
   */
  phase: 'searching' | 'instructing' | 'holding' | 'taking' | 'unavailable' | 'done';
  /** Only while instructing. */
  instruction?: Instruction | undefined;
  /** The sight to photograph now. Undefined when all sights are done. */
  sight?: Sight | undefined;
}

/** Options of {@link liveGuide}. */
export interface LiveGuideOptions {
  /** The models of the open Kerbside, which read the frames. Sides and wheels need a part model. */
  models: FrameSource;
  /** The sights to photograph, in this order. */
  sights: readonly Sight[];
  /**
   * Gets each photo. The guide goes on to the next sight when the returned promise resolves; if it resolves with `false`, it
   * stays at this one.
   */
  onPhoto(photo: GuidePhoto): undefined | boolean | Promise<undefined | boolean>;
  /** Gets each change of what the guide shows. */
  onStatus?(status: GuideStatus): void;
  /** Gets errors of reading frames. The guide goes on if it can; photos can always be taken by hand. */
  onError?(error: unknown): void;
  /**
   * Whether the guide takes photos by itself.
   *
   * @default true
   */
  automatic?: boolean;
  /**
   * Whether the phone vibrates: once when the instruction changes, twice when a photo was taken.
   *
   * @default true
   */
  vibrates?: boolean;
}

/** Guidance over a camera. {@link liveGuide} starts it. */
export interface LiveGuide {
  /** The state of the guide. */
  readonly status: GuideStatus;
  /** Whether the guide takes photos by itself. Can be changed at any time. */
  automatic: boolean;
  /** Guides the user to this sight from now on. */
  goTo(sight: Sight): void;
  /**
   * Takes a photo of the current sight now, whatever the guide sees. Does nothing while another one is taken.
   *
   * @throws `unsupported` if the video shows no picture.
   */
  takePhoto(): Promise<void>;
  /** Stops reading frames. Does not stop the camera. */
  close(): void;
}
