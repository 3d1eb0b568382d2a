import { VIEWPOINTS } from '../../../src/domain/enums.ts';
import type { KerbsideWalk } from '../../../src/elements/index.ts';
import type { FrameSource } from '../../../src/guide/index.ts';
import { createScriptedFrames, type FrameChanges, quality, vehicle } from './scripted-frames.ts';

/** What a state of `<kerbside-walk>` needs. */
export interface WalkState {
  frames?: FrameSource['frames'];
  /** The error of the camera. */
  cameraError?: string;
  locked?: boolean;
  act?(walk: KerbsideWalk): void;
  /** A selector of what is then visible. */
  until: string;
  /** Presses the button that ends the recording once all frames were read. */
  finishes?: boolean;
}

const FRAMES_PER_SIDE = 4;
/** The frames of a walk: the left side is blurred, the rear is not seen. */
const WALKED: FrameChanges[] = VIEWPOINTS.filter((side) => side !== 'back').flatMap((side) =>
  Array.from({ length: FRAMES_PER_SIDE }, () => ({
    ...vehicle({}, side),
    ...(side === 'left' && quality({ blurriness: 0.8 })),
  })),
);

const record = (walk: KerbsideWalk) =>
  walk.shadowRoot?.querySelector<HTMLButtonElement>('[part=record]')?.click();

function chooseFile(walk: KerbsideWalk): void {
  const input = walk.shadowRoot?.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File(['not a video'], 'walk.mp4', { type: 'video/mp4' }));
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change'));
}

export const WALK_STATES: Record<string, WalkState> = {
  walk: { until: '.actions' },
  'walk, locked': { locked: true, until: '.actions' },
  'walk, recording': { act: record, until: 'footer button:not(:disabled)' },
  'walk, reading a file': { frames: () => new Promise(() => {}), act: chooseFile, until: 'progress' },
  'walk, photos': { act: record, finishes: true, until: '[data-state=missing]' },
  'walk, no video': { act: chooseFile, until: '.problem' },
  'walk, camera blocked': { cameraError: 'NotAllowedError', act: record, until: '.status' },
};

/** Returns what reads the frames of a walk around the car, and whether all of them were read. */
export function createWalkedFrames(): FrameSource & { isRead(): boolean } {
  let read = 0;
  const source = createScriptedFrames(() => {
    read += 1;
    return WALKED[Math.min(read, WALKED.length) - 1] ?? {};
  });
  return { ...source, isRead: () => read >= WALKED.length };
}
