import type { FrameView } from '../analysis/guide/frame-view.ts';
import { chooseInstruction, type FrameReading, type Instruction } from '../analysis/guide/instruction.ts';
import { measureMovement, type Thumbnail } from '../analysis/guide/movement.ts';
import { addReading, type TextReadings } from '../analysis/guide/text-agreement.ts';
import type { Sight } from '../domain/sight.ts';
import type { CameraFrame } from '../inference/frames/frame-pixels.ts';
import type { FrameReader } from '../inference/frames/frame-reader.ts';
import type { Motion } from './motion-sensor.ts';

interface ReadSight {
  reading: FrameReading;
  /** What the user should do, or undefined if the picture is good. */
  wanted: Instruction | undefined;
  /** Whether enough frames agreed on the text of the sight. */
  isTextAgreed: boolean;
}

interface FrameContext {
  /** When the frame was taken, in milliseconds. */
  at: number;
  motion: Motion | undefined;
  signal: AbortSignal;
}

/** The field of view of a phone's camera, in degrees. */
const FIELD_OF_VIEW = 60;

/** Reads the frames of one sight and remembers what it needs of the earlier ones. */
export class SightReader {
  readonly sight: Sight;
  #agreedText: string | undefined;
  #texts: TextReadings = [];
  #before: { thumbnail: Thumbnail; at: number } | undefined;

  constructor(sight: Sight) {
    this.sight = sight;
  }

  /** The text that several frames agreed on. */
  get agreedText(): string | undefined {
    return this.#agreedText;
  }

  /** Reads a frame. Takes it over. */
  async read(
    reader: FrameReader,
    frame: CameraFrame,
    { at, motion, signal }: FrameContext,
  ): Promise<ReadSight> {
    const view = await this.#readView(reader, frame, signal);
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
    const isTextMissing = this.sight.kind === 'text' && !isTextAgreed;
    const wanted = chooseInstruction(reading, this.sight) ?? (isTextMissing ? 'find_text' : undefined);
    return { reading, wanted, isTextAgreed };
  }

  async #readView(reader: FrameReader, frame: CameraFrame, signal: AbortSignal): Promise<FrameView> {
    if (this.sight.kind !== 'text') return reader.look(frame, signal);
    const { value, view } = await reader.readText(frame, this.sight.id, signal);
    const { readings, agreed } = addReading(this.sight.id, this.#texts, value);
    this.#texts = readings;
    this.#agreedText = agreed ?? this.#agreedText;
    return view;
  }
}
