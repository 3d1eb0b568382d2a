import { defineElements, type KerbsideCapture, type Sight } from '../../../src/elements/index.ts';
import { type GuideStatus, type LiveGuide, liveGuide } from '../../../src/guide/index.ts';
import { MemoryStore, openKerbside } from '../../../src/index.ts';
import { deviceModels } from '../../../src/inference/index.ts';

/** A page whose camera is guided. Its models are the shipped ones. */
export interface GuidePage {
  /** Starts guidance without the automatic shutter. */
  start(sights: Sight[]): Promise<void>;
  /** Every status so far, each once: `phase` or the instruction. */
  seen: string[];
  /** The photos that were taken. */
  photos: { sight: string; isAutomatic: boolean; text?: string | undefined; bytes: number[] }[];
  errors: string[];
  setAutomatic(automatic: boolean): void;
  /** How many frames were read. */
  readFrames(): number;
  takePhoto(): Promise<void>;
  close(): void;
  /** Opens the camera of `<kerbside-capture>`. */
  openCapture(sights: Sight[], lang: string): Promise<void>;
}

declare global {
  interface Window {
    guidePage: GuidePage;
  }
}

const models = deviceModels({
  workers: '/dist/workers/',
  folder: '/models/',
  licence: 'research',
  engine: 'wasm',
});
await openKerbside({ user: { id: 'inspector' }, store: new MemoryStore(), models });
let guide: LiveGuide | undefined;
let frames = 0;
/** Counts the frames that are read. */
const source = {
  frames() {
    const reader = models.frames();
    const count = <T>(result: T): T => {
      frames += 1;
      return result;
    };
    return {
      ...reader,
      look: (...call: Parameters<typeof reader.look>) => reader.look(...call).then(count),
      assess: (...call: Parameters<typeof reader.assess>) => reader.assess(...call).then(count),
      readText: (...call: Parameters<typeof reader.readText>) => reader.readText(...call).then(count),
    };
  },
};

const page: GuidePage = {
  seen: [],
  photos: [],
  errors: [],
  async start(sights) {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    guide = liveGuide(stream, {
      models: source,
      sights,
      automatic: false,
      onStatus: ({ phase, instruction }: GuideStatus) => {
        const shown = instruction ?? phase;
        if (!page.seen.includes(shown)) page.seen.push(shown);
      },
      onError: (error) => page.errors.push(String(error)),
      onPhoto: async ({ sight, photo, isAutomatic, text }) => {
        await addPhoto(sight.id, photo, isAutomatic, text);
        return true;
      },
    });
  },
  setAutomatic(automatic) {
    if (guide) guide.automatic = automatic;
  },
  readFrames: () => frames,
  takePhoto: async () => guide?.takePhoto(),
  close: () => guide?.close(),
  async openCapture(sights, lang) {
    defineElements();
    const capture = document.createElement('kerbside-capture') as KerbsideCapture;
    Object.assign(capture, { sights, lang, guide: models });
    document.body.replaceChildren(capture);
    capture.addEventListener('photo-taken', ({ detail }) => {
      const { sight, photo, isAutomatic = false, text } = detail;
      capture.shots = { ...capture.shots, [sight]: { id: crypto.randomUUID(), photo, verdict: 'good' } };
      void addPhoto(sight, photo, isAutomatic, text);
    });
    await capture.updateComplete;
    capture.open();
  },
};

async function addPhoto(sight: string, photo: Blob, isAutomatic: boolean, text?: string): Promise<void> {
  const bytes = [...new Uint8Array(await photo.arrayBuffer())];
  page.photos.push({ sight, isAutomatic, text, bytes });
}

window.guidePage = page;
