import type { Image, Kerbside } from 'kerbside';
import { h, showItems } from './dom.ts';
import { acceptDrops } from './drop.ts';
import { fileButton } from './file-button.ts';
import { count } from './format.ts';
import { marksOn } from './marks.ts';
import { PhotoTasks } from './photo-tasks.ts';
import { PhotoTile } from './photo-tile.ts';
import type { PhotoViewer } from './photo-viewer.ts';
import { inWords, ProblemArea } from './problem.ts';
import { card, type Section } from './section.ts';
import { Thumbnails } from './thumbnails.ts';

export function photosSection(kerbside: Kerbside, inspectionId: string, viewer: PhotoViewer): Section {
  const thumbnails = new Thumbnails(kerbside);
  const problem = new ProblemArea();
  const tasks = new PhotoTasks();
  const tiles = h('ul', { class: 'tiles' });
  const failures = h('ul', { class: 'lines', 'aria-label': 'Photos that were not added' });
  const progress = h('p', { class: 'quiet', role: 'status' });
  const tools = h(
    'div',
    { class: 'stack' },
    h(
      'div',
      { class: 'actions' },
      fileButton('Take a photo', { accept: 'image/*', capture: 'environment' }, (files) => add(files)),
      fileButton('Choose photos', { accept: 'image/*', multiple: true, class: 'secondary' }, (files) =>
        add(files),
      ),
    ),
    h('p', { class: 'quiet hint' }, 'Or drop photos anywhere on this page.'),
    tasks.element,
  );
  const element = card('Photos', tools, progress, failures, problem.element, tiles);
  const stopDrops = acceptDrops(document.body, (files) => !tools.hidden && add(files));

  async function add(files: File[]): Promise<void> {
    const chosen = tasks.chosen;
    for (const [index, file] of files.entries()) {
      progress.textContent = `Adding ${index + 1} of ${files.length}…`;
      try {
        await kerbside.images.addOne(inspectionId, { name: file.name, tasks: chosen }, file);
      } catch (error) {
        failures.append(failure(file, error));
      }
    }
    progress.textContent = '';
  }

  /** A photo that was refused stays in the person's hands: it can be tried again once the reason is gone. */
  function failure(file: File, error: unknown): HTMLElement {
    const again = () => {
      item.remove();
      void add([file]);
    };
    const item = h(
      'li',
      { class: 'line failed', role: 'alert' },
      h('div', { class: 'line-text' }, h('strong', {}, file.name), h('span', {}, inWords(error))),
      h('button', { type: 'button', class: 'secondary small', on: { click: again } }, 'Try again'),
      h('button', { type: 'button', class: 'plain', on: { click: () => item.remove() } }, 'Dismiss'),
    );
    return item;
  }

  const remove = (imageId: string) =>
    void problem.attempt(() => kerbside.images.deleteOne(inspectionId, imageId));
  /** The new photo first: whatever happens then, there is one. */
  const retake = ({ id, name, tasks: of }: Image, photo: File) =>
    void problem.attempt(async () => {
      await kerbside.images.addOne(inspectionId, { name, tasks: of }, photo);
      await kerbside.images.deleteOne(inspectionId, id);
    });
  const made = new WeakMap<HTMLElement, PhotoTile>();
  const makeTile = (image: Image) => {
    const tile = new PhotoTile(image, thumbnails, {
      open: () => viewer.open(image.id),
      remove: () => remove(image.id),
      retake: (photo) => retake(image, photo),
    });
    made.set(tile.element, tile);
    return tile.element;
  };
  const heading = element.querySelector('h2');
  return {
    element,
    update({ entities, isDeleted }) {
      const images = Object.values(entities.images).filter(({ deletedAt }) => deletedAt === undefined);
      const started = Object.values(entities.tasks).filter(({ status }) => status !== 'NOT_STARTED');
      const show = (item: HTMLElement, image: Image) =>
        made.get(item)?.update({
          image,
          marks: marksOn(image.id, entities),
          canChange:
            !isDeleted && !started.some((task) => image.tasks.some(({ name }) => name === task.name)),
        });
      showItems(
        tiles,
        images,
        ({ id }) => id,
        (image) => {
          const item = makeTile(image);
          show(item, image);
          return item;
        },
        show,
      );
      if (heading) heading.textContent = images.length > 0 ? count(images.length, 'photo') : 'Photos';
      tools.hidden = isDeleted;
      tasks.update(Object.values(entities.tasks));
    },
    leave() {
      stopDrops();
      thumbnails.close();
    },
  };
}
