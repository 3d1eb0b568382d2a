import { defineElements, type KerbsideCapture, type Sight } from '../../../src/elements/index.ts';
import { type GuidePhoto, liveGuide } from '../../../src/guide/index.ts';
import { createScriptedFrames, type FrameChanges } from './scripted-frames.ts';

/** A page whose camera, sensors and vibration are those of the browser. Its frames show what the test wants; no model runs. */
export interface GuideDevicesPage {
  /** What the frames show from now on. */
  frame: FrameChanges;
  /** The photos that were taken. */
  photos: { sight: string; isAutomatic: boolean; type: string }[];
  /** What was passed to `navigator.vibrate`, and what it returned. */
  vibrations: { pattern: number | number[]; isAccepted: boolean }[];
  /** Adds `<kerbside-capture>`, without the automatic shutter. */
  addCapture(sights: Sight[]): Promise<void>;
  /** Guides over a stream of a camera of this width, and takes the photo of the front. */
  takeFront(width: number): Promise<void>;
}

declare global {
  interface Window {
    guideDevices: GuideDevicesPage;
  }
}

const page: GuideDevicesPage = {
  frame: {},
  photos: [],
  vibrations: [],
  async addCapture(sights) {
    const capture = document.createElement('kerbside-capture') as KerbsideCapture;
    Object.assign(capture, { sights, guide: createScriptedFrames(() => page.frame), automatic: false });
    capture.addEventListener('photo-taken', ({ detail }) => {
      const { sight, photo, isAutomatic = false } = detail;
      page.photos.push({ sight, isAutomatic, type: photo.type });
      capture.shots = { ...capture.shots, [sight]: { id: crypto.randomUUID(), photo, verdict: 'good' } };
    });
    document.body.replaceChildren(capture);
    await capture.updateComplete;
  },
  async takeFront(width) {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { width: { exact: width } } });
    const { sight, isAutomatic, photo } = await new Promise<GuidePhoto>((resolve) => {
      liveGuide(stream, {
        models: createScriptedFrames(() => page.frame),
        sights: [{ kind: 'viewpoint', id: 'front' }],
        onPhoto: (taken) => {
          resolve(taken);
          return undefined;
        },
      });
    });
    for (const track of stream.getTracks()) track.stop();
    page.photos.push({ sight: sight.id, isAutomatic, type: photo.type });
  },
};

const vibrate = navigator.vibrate?.bind(navigator);
if (vibrate)
  Object.assign(navigator, {
    vibrate(pattern: number | number[]): boolean {
      const isAccepted = vibrate(pattern);
      page.vibrations.push({ pattern, isAccepted });
      return isAccepted;
    },
  });

defineElements();
document.documentElement.lang = 'en';
window.guideDevices = page;
