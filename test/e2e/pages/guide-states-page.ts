import type { Instruction } from '../../../src/analysis/guide/instruction.ts';
import type { Viewpoint } from '../../../src/domain/enums.ts';
import { defineElements, type KerbsideCapture, type Sight } from '../../../src/elements/index.ts';
import { KerbsideError } from '../../../src/errors.ts';
import type { FrameSource } from '../../../src/guide/index.ts';
import { createScriptedFrames, type FrameChanges, quality, vehicle } from './scripted-frames.ts';
import { createWalkedFrames, WALK_STATES, type WalkState } from './walk-states.ts';

/** A page that shows each state of guided capture and of a walk. Its frames show what the state needs; no model runs. */
export interface GuideStatesPage {
  names: string[];
  /** Shows a state. Resolves when it is visible. */
  show(name: string, language: string): Promise<void>;
}

declare global {
  interface Window {
    guideStates: GuideStatesPage;
  }
}

const LEFT: Sight = { kind: 'viewpoint', id: 'left' };
const WHEEL: Sight = { kind: 'wheel', id: 'wheel_front_left' };
const TEXT: Sight = { kind: 'text', id: 'PLATE' };
const SHOTS = {
  front: { id: 'front', verdict: 'good' },
  front_left: { id: 'front_left', verdict: 'bad', reason: 'The photo is too dark.' },
} as const;
const DAMAGES = [{ viewpoint: 'front' as const, text: 'Scratch on the bumper' }];

/** What a state needs. */
interface State {
  sight?: Sight;
  view?: FrameChanges;
  /** What the guide says when the state is reached. */
  instruction?: Instruction;
  /** In place of an instruction: a selector of what is then visible. */
  until?: string;
  /** Of the element. */
  properties?: Partial<KerbsideCapture>;
  /** Changes the camera before it opens. */
  camera?(): void;
  frames?: FrameSource['frames'];
  /** After the camera is open. */
  act?(capture: KerbsideCapture): void | Promise<void>;
}

const media = navigator.mediaDevices;
const [openCamera, listDevices] = [media.getUserMedia.bind(media), media.enumerateDevices.bind(media)];
const failCamera = (name: string) => () => {
  media.getUserMedia = () => Promise.reject(new DOMException('The camera failed.', name));
};

const NOWHERE = { vehicle: undefined };
const shutter = (capture: KerbsideCapture) =>
  capture.shadowRoot?.querySelector<HTMLButtonElement>('.shutter')?.click();

const STATES: Record<string, State> = {
  tiles: { until: '.sights' },
  'tiles, locked': { properties: { locked: true }, until: '.sights' },
  'tiles, rejected': { properties: { problem: 'This file is not a photo.' }, until: '.problem' },
  opening: {
    camera: () => Object.assign(media, { getUserMedia: () => new Promise(() => {}) }),
    until: '.status',
  },
  'without guide': { properties: { guide: undefined }, until: '.status' },
  searching: { frames: () => new Promise(() => {}), until: '.shutter:not(:disabled)' },
  unavailable: {
    frames: () => Promise.reject(new KerbsideError('unsupported', 'No models.')),
    until: '[data-phase=unavailable]',
  },
  'find light': { view: quality({ underexposure: 0.9 }), instruction: 'find_light' },
  'find vehicle': { view: NOWHERE, instruction: 'find_vehicle' },
  'find wheel': { sight: WHEEL, instruction: 'find_wheel' },
  'find text': { sight: TEXT, instruction: 'find_text' },
  'walk left': { view: vehicle({}, 'back_left'), instruction: 'walk_left' },
  'walk right': { view: vehicle({}, 'front'), instruction: 'walk_right' },
  'walk around': { view: vehicle({}, 'right'), instruction: 'walk_around' },
  'step back': { view: vehicle({ x0: 0, x1: 1 }), instruction: 'step_back' },
  'step closer': { view: vehicle({ x0: 0.4, x1: 0.6 }), instruction: 'step_closer' },
  'pan left': { view: vehicle({ x0: 0 }), instruction: 'pan_left' },
  'pan right': { view: vehicle({ x1: 1 }), instruction: 'pan_right' },
  'pan up': { view: vehicle({ y0: 0 }), instruction: 'pan_up' },
  'pan down': { view: vehicle({ y1: 1 }), instruction: 'pan_down' },
  'turn phone': { view: { width: 480, height: 640 }, instruction: 'turn_phone' },
  'level phone': { view: vehicle({}, 'left', 20), instruction: 'level_phone' },
  'avoid glare': { view: quality({ overexposure: 0.9 }), instruction: 'avoid_glare' },
  'hold still': { instruction: 'hold_still' },
  'let focus': { view: quality({ blurriness: 0.9 }), instruction: 'let_focus' },
  holding: { properties: { automatic: false }, until: '[data-phase=holding]' },
  'damages found': { properties: { damages: DAMAGES, automatic: false }, until: '.found:not(:empty)' },
  checking: { properties: { automatic: false }, act: shutter, until: 'footer button:not(.shutter)' },
  'poor photo': {
    properties: { automatic: false },
    act: async (capture) => {
      const taken = new Promise((resolve) =>
        capture.addEventListener('photo-taken', resolve, { once: true }),
      );
      shutter(capture);
      await taken;
      capture.shots = { ...SHOTS, left: { id: 'left', verdict: 'bad', reason: 'The photo is blurry.' } };
    },
    until: 'footer button.secondary:not(.torch)',
  },
  'torch and two cameras': {
    camera: () => {
      media.getUserMedia = async (wanted) => {
        const stream = await openCamera(wanted);
        for (const track of stream.getVideoTracks())
          track.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
        return stream;
      };
      media.enumerateDevices = async () =>
        ['wide', 'tele'].map((deviceId) => ({ kind: 'videoinput', deviceId }) as MediaDeviceInfo);
    },
    until: '.switch',
  },
  'front camera': {
    view: NOWHERE,
    camera: () => {
      media.getUserMedia = async (wanted) => {
        const stream = await openCamera(wanted);
        for (const track of stream.getVideoTracks()) track.getSettings = () => ({ facingMode: 'user' });
        return stream;
      };
    },
    instruction: 'find_vehicle',
  },
  'camera blocked': { camera: failCamera('NotAllowedError'), until: '.try-again' },
  'camera in use': { camera: failCamera('NotReadableError'), until: '.try-again' },
  'camera fails': { camera: failCamera('OverconstrainedError'), until: '.try-again' },
  'no camera': { camera: failCamera('NotFoundError'), until: 'footer .button' },
};

defineElements();
window.guideStates = {
  names: [...Object.keys(STATES), ...Object.keys(WALK_STATES)],
  async show(name, language) {
    document.documentElement.lang = language;
    Object.assign(media, { getUserMedia: openCamera, enumerateDevices: listDevices });
    const walk = WALK_STATES[name];
    await (walk ? showWalk(walk) : showCapture(name));
  },
};

async function showCapture(name: string): Promise<void> {
  const state = STATES[name] ?? {};
  const {
    sight = LEFT,
    until = `[data-instruction=${state.instruction}]`,
    properties,
    camera,
    frames,
    act,
  } = state;
  camera?.();
  const capture = document.createElement('kerbside-capture');
  const sides: Viewpoint[] = ['front', 'front_left', 'back', 'right'];
  const sights = [...sides.map((id): Sight => ({ kind: 'viewpoint', id })), sight];
  const isMoving = state.instruction === 'hold_still';
  const guide = frames ? { frames } : createScriptedFrames(() => state.view ?? {}, isMoving);
  Object.assign(capture, { sights, shots: SHOTS, guide, ...properties });
  document.body.replaceChildren(capture);
  await capture.updateComplete;
  if (!name.startsWith('tiles')) capture.open(sight.id);
  const root = capture.shadowRoot;
  if (act) {
    await find(() => root?.querySelector('video')?.videoWidth);
    await act(capture);
  }
  await find(() => root?.querySelector(until));
}

async function showWalk({
  frames,
  cameraError,
  locked = false,
  act,
  until,
  finishes,
}: WalkState): Promise<void> {
  if (cameraError) failCamera(cameraError)();
  const walk = document.createElement('kerbside-walk');
  const walked = createWalkedFrames();
  Object.assign(walk, { models: frames ? { frames } : walked, locked });
  document.body.replaceChildren(walk);
  await walk.updateComplete;
  act?.(walk);
  const root = walk.shadowRoot;
  if (finishes) {
    await find(walked.isRead);
    root?.querySelector<HTMLButtonElement>('footer button')?.click();
  }
  await find(() => root?.querySelector(until));
}

async function find(what: () => unknown): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 50));
}
