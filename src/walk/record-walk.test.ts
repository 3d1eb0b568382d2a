import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { recordWalk } from './record-walk.ts';
import type { WalkPicture, WalkReader } from './walk-types.ts';

afterEach(() => vi.unstubAllGlobals());

const picture = { clone: () => picture, close() {} } as unknown as VideoFrame;

const reader: WalkReader = {
  look: async () => ({
    vehicle: undefined,
    quality: { blurriness: 0, underexposure: 0, overexposure: 0, lensFlare: 0, lowResolution: 0 },
  }),
  encode: async () => new Blob(),
};

/** Plays in Node: a frame comes when one is asked for. */
const video = {
  requestVideoFrameCallback: (callback: (now: number) => void) => setImmediate(() => callback(0)),
} as unknown as HTMLVideoElement;

test('a long walk leaves no listeners on the signal of the app', async () => {
  vi.stubGlobal('createImageBitmap', async (): Promise<WalkPicture> => picture);
  const { signal } = new AbortController();
  const counts: number[] = [];
  const recording = recordWalk(video, {
    reader,
    signal,
    onProgress() {
      counts.push(getEventListeners(signal, 'abort').length);
      if (counts.length === 20) recording.stop();
    },
  });
  await recording.done;
  expect(new Set(counts)).toEqual(new Set([0]));
});

test('an abort while the walk waits for a frame ends it', async () => {
  const ended = new AbortController();
  const { done } = recordWalk({ ...video, requestVideoFrameCallback: () => 0 } as HTMLVideoElement, {
    reader,
    signal: ended.signal,
  });
  ended.abort();
  await expect(done).rejects.toMatchObject({ code: 'aborted' });
});

test('there is no video if the browser recorded nothing', async () => {
  class Recorder extends EventTarget {
    readonly mimeType = 'video/mp4';
    state = 'recording';
    start() {}
    stop() {
      this.state = 'inactive';
      this.dispatchEvent(new Event('stop'));
    }
  }
  class Stream {}
  vi.stubGlobal('MediaStream', Stream);
  vi.stubGlobal('MediaRecorder', Recorder);
  vi.stubGlobal('createImageBitmap', async (): Promise<WalkPicture> => picture);
  const playing = { ...video, srcObject: new Stream() } as unknown as HTMLVideoElement;
  const recording = recordWalk(playing, { reader, keepVideo: true, onProgress: () => recording.stop() });
  expect(await recording.done).toEqual({ sides: {} });
});
