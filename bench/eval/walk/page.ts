import { isPoor } from '../../../src/analysis/guide/photo-choice.ts';
import type { Viewpoint } from '../../../src/domain/enums.ts';
import { MemoryStore, openKerbside } from '../../../src/index.ts';
import { deviceModels } from '../../../src/inference/index.ts';
import { readWalk, type WalkReader } from '../../../src/walk/index.ts';

/** The page of `npm run eval -- walk`: reads videos of walks with the shipped models. */
export interface WalkPage {
  read(url: string): Promise<WalkResult>;
}

export interface WalkResult {
  /** How many frames of the video were read. */
  frames: number;
  /** Those of them that the quality checks reject: what a frame at a random moment risks. */
  poorFrames: number;
  sides: ChosenFrame[];
}

/** The frame that was chosen for a side. */
export interface ChosenFrame {
  side: Viewpoint;
  /** In milliseconds from the start of the video. */
  at: number;
  /** Whether the user sees that something is wrong with it. */
  isMarked: boolean;
  /** How many other frames of the side the user can take instead. */
  neighbours: number;
  /** The bytes of the JPEG. */
  photo: number[];
}

declare global {
  interface Window {
    walkPage: WalkPage;
  }
}

const models = deviceModels({
  workers: '/dist/workers/',
  folder: '/models/',
  licence: 'research',
  engine: 'wasm',
});
await openKerbside({
  user: { id: 'inspector' },
  store: new MemoryStore(),
  models,
});

window.walkPage = {
  async read(url) {
    const video = await (await fetch(url)).blob();
    const counted = { frames: 0, poorFrames: 0 };
    const frames = models.frames();
    const reader: WalkReader = {
      encode: frames.encode,
      async look(picture, signal) {
        const view = await frames.look(picture, signal);
        counted.frames += 1;
        counted.poorFrames += isPoor(view.quality) ? 1 : 0;
        return view;
      },
    };
    const walk = await readWalk(video, { reader });
    const sides: ChosenFrame[] = [];
    for (const [side, { photos, best }] of Object.entries(walk.sides)) {
      const chosen = photos[best];
      if (!chosen) continue;
      sides.push({
        side: side as Viewpoint,
        at: chosen.at,
        isMarked: chosen.problem !== undefined,
        neighbours: photos.length - 1,
        photo: [...new Uint8Array(await chosen.photo.arrayBuffer())],
      });
    }
    return { ...counted, sides };
  },
};
