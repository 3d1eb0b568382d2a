import { canFollow, followView, type LookedFrame } from '../analysis/guide/follow-view.ts';
import type { FrameView } from '../analysis/guide/frame-view.ts';
import { chooseInstruction, type FrameReading, type Instruction } from '../analysis/guide/instruction.ts';
import { measureMovement, type Thumbnail } from '../analysis/guide/movement.ts';
import { addReading, type TextReadings } from '../analysis/guide/text-agreement.ts';
import type { Sight, TextSight } from '../domain/sights/sight.ts';
import type { FrameReader } from '../inference/frame-reader.ts';
import type { CameraFrame } from '../inference/frames/frame-pixels.ts';
import type { Motion } from './device-sensors.ts';

interface ReadSight {
  reading: FrameReading;
  /** The instruction to the user. Undefined if the picture is good. */
  wanted: Instruction | undefined;
  /** Whether enough frames agreed on the text of the sight. */
  isTextAgreed: boolean;
}

interface FrameContext {
  /** When the frame was taken, in milliseconds. */
  at: number;
  motion: Motion | undefined;
  signal: AbortSignal;
  now(): number;
}

/** The part of the frame reader that a sight uses. */
export type SightFrameReader = Pick<FrameReader, 'look' | 'assess' | 'readText'>;

/** The field of view of a phone's camera, in degrees. */
const FIELD_OF_VIEW = 60;

/** Reads the frames of one sight and remembers what it needs of the earlier ones. */
export class SightReader {
  readonly sight: Sight;
  #agreedText: string | undefined;
  #texts: TextReadings = [];
  #before: { thumbnail: Thumbnail; at: number } | undefined;
  /** The frame before, if the part model looked at it. */
  #looked: LookedFrame | undefined;

  constructor(sight: Sight) {
    this.sight = sight;
  }

  /** The text that several frames agreed on. */
  get agreedText(): string | undefined {
    return this.#agreedText;
  }

  /** Reads a frame. Takes it over. */
  async read(
    reader: SightFrameReader,
    frame: CameraFrame,
    { at, motion, signal, now }: FrameContext,
  ): Promise<ReadSight> {
    const { sight } = this;
    const view =
      sight.kind === 'text'
        ? await this.#readText(sight.id, reader, frame, signal)
        : await this.#look(reader, frame, { at, signal, now });
    const movement = this.#before
      ? measureMovement(this.#before.thumbnail, view.thumbnail, (at - this.#before.at) / 1000)
      : 0;
    this.#before = { thumbnail: view.thumbnail, at };
    const reading = {
      ...view,
      movement: Math.max(movement, (motion?.rotation ?? 0) / FIELD_OF_VIEW),
      roll: motion?.roll,
    };
    const isTextAgreed = this.#agreedText !== undefined;
    const isTextMissing = sight.kind === 'text' && !isTextAgreed;
    const wanted = chooseInstruction(reading, sight) ?? (isTextMissing ? 'find_text' : undefined);
    return { reading, wanted, isTextAgreed };
  }

  /** The part model looks at every frame on a fast device, and at every second one on others. */
  async #look(
    reader: SightFrameReader,
    frame: CameraFrame,
    { at, signal, now }: Omit<FrameContext, 'motion'>,
  ): Promise<FrameView> {
    const looked = this.#looked;
    this.#looked = undefined;
    if (canFollow(looked, at)) return followView(looked.view, await reader.assess(frame, signal));
    const start = now();
    const view = await reader.look(frame, signal);
    this.#looked = { view, at, tookMs: now() - start };
    return view;
  }

  async #readText(
    sight: TextSight,
    reader: SightFrameReader,
    frame: CameraFrame,
    signal: AbortSignal,
  ): Promise<FrameView> {
    const { value, view } = await reader.readText(frame, sight, signal);
    const { readings, agreed } = addReading(sight, this.#texts, value);
    this.#texts = readings;
    this.#agreedText = agreed ?? this.#agreedText;
    return view;
  }
}
