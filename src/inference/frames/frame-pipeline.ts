import {
  type Detection,
  filterByTypeThreshold,
  lowestThreshold,
} from '../../analysis/detection/detections.ts';
import { createFrameView, type FrameView } from '../../analysis/guide/frame-view.ts';
import { createThumbnail } from '../../analysis/guide/movement.ts';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import { assessQuality } from '../../analysis/quality/assess-quality.ts';
import type { TextSight } from '../../domain/sights/sight.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Session } from '../engine.ts';
import { Detector } from '../tasks/detector.ts';
import { type LoadedModel, requireKind } from '../tasks/loaded-model.ts';
import { TextReader } from '../tasks/text-reader.ts';

/** Longer side at which a frame is drawn: that of the quality assessment of photos. */
export const FRAME_SIDE = 640;
/** The same for text. A code fills most of the frame. */
export const TEXT_FRAME_SIDE = 1280;
/**
 * The most pixels of the part model's canvas: half of a photo's, in less than half of the time. `npm run eval -- guide` prints how
 * often the viewpoint is right. On pictures of 4:3, a canvas that is smaller by an eighth shows it less often.
 */
const FRAME_AREA = 73_728;

/** The text on a frame. */
export interface FrameText {
  /** The VIN, plate or mileage. Empty if none is legible. */
  value: string;
  /** 0 to 1. */
  confidence: number;
  /** The frame itself: its quality. It is not searched for a vehicle. */
  view: FrameView;
}

/** From the pixels of a frame to what it shows. The same code runs in workers and in Node. */
export class FramePipeline {
  readonly #detectors = new WeakMap<Session, Detector>();

  /**
   * @param frame Drawn with {@link FRAME_SIDE}.
   * @param parts The part model, if there is one.
   */
  async look(frame: DecodedPhoto, parts: LoadedModel | undefined): Promise<FrameView> {
    const quality = assessQuality(frame, frame.original);
    const thumbnail = createThumbnail(frame);
    const detections = parts && (await this.#detect(frame, parts));
    return createFrameView(frame.original, detections, { quality, thumbnail });
  }

  /**
   * @param frame The frame, drawn with {@link FRAME_SIDE} and with {@link TEXT_FRAME_SIDE}.
   */
  async readText(
    { small, large }: { small: DecodedPhoto; large: DecodedPhoto },
    models: readonly LoadedModel[],
    sight: TextSight,
  ): Promise<FrameText> {
    const view = await this.look(small, undefined);
    // If the first view is not enough, the next frame is worth more than another view of this one.
    const request = { imageType: sight, maxViews: 1 };
    const { value, confidence } = await new TextReader(models).read(large, request);
    return { value, confidence, view };
  }

  async #detect(frame: DecodedPhoto, { entry, session }: LoadedModel): Promise<Detection[]> {
    const small = toFrameModel(entry);
    const detector = this.#detectors.get(session) ?? new Detector(small, session);
    this.#detectors.set(session, detector);
    // A frame needs boxes only: where the vehicle is, and its wheels.
    const { detections } = await detector.detect(frame, lowestThreshold(small), { hasMasks: false });
    return filterByTypeThreshold(detections, small);
  }
}

/** Returns the model with one small canvas. */
function toFrameModel(entry: LoadedModel['entry']): DetectorEntry {
  const { secondArea: _, ...detector } = requireKind(entry, 'detector');
  return { ...detector, input: { ...entry.input, area: Math.min(entry.input.area, FRAME_AREA) } };
}
