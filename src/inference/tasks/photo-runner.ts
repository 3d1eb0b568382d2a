import type { OutputSelection } from '../../analysis/detection/candidate-cells.ts';
import { cropPixels, type PhotoCanvas } from '../../analysis/pixels/pixel-region.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Session, Tensors } from '../engine.ts';
import { createCpuPhotoScaler } from '../layout/simd-photo-scaler.ts';

/** Runs a model on a photo, scaled onto canvases: by the engine if it can, else on the CPU. Reuses its buffers. */
export class PhotoRunner {
  readonly #input: string;
  readonly #session: Session;
  readonly #scaler = createCpuPhotoScaler();
  /** Whether the engine failed to scale a photo. It is then scaled here. */
  #hasFailed = false;

  /** @param input The name of the model's input. */
  constructor(input: string, session: Session) {
    this.#input = input;
    this.#session = session;
  }

  /**
   * Returns the outputs of each canvas.
   *
   * @param selection What is needed of the outputs. Default: all.
   */
  async run(
    photo: DecodedPhoto,
    canvases: readonly PhotoCanvas[],
    selection?: OutputSelection,
  ): Promise<Tensors[]> {
    return (await this.#runOnEngine(photo, canvases, selection)) ?? (await this.#runOnCpu(photo, canvases));
  }

  /** Returns undefined if the engine does not scale photos, or fails to. */
  async #runOnEngine(
    photo: DecodedPhoto,
    canvases: readonly PhotoCanvas[],
    selection: OutputSelection | undefined,
  ): Promise<Tensors[] | undefined> {
    if (!this.#session.runPhoto || this.#hasFailed) return undefined;
    try {
      return await this.#session.runPhoto(photo, canvases, selection);
    } catch {
      // If the engine cannot run the model either, that run throws.
      this.#hasFailed = true;
      return undefined;
    }
  }

  async #runOnCpu(photo: DecodedPhoto, canvases: readonly PhotoCanvas[]): Promise<Tensors[]> {
    const outputs: Tensors[] = [];
    for (const canvas of canvases) {
      const part = canvas.region && cropPixels(photo, canvas.region);
      const data = this.#scaler.toTensor(part ?? photo, part ?? photo.original, canvas);
      const dims = [1, 3, canvas.height, canvas.width];
      outputs.push(await this.#session.run({ [this.#input]: { dims, data } }));
    }
    return outputs;
  }
}
