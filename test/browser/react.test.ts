import {
  Component,
  type ComponentType,
  createElement as h,
  memo,
  type ReactNode,
  StrictMode,
  Suspense,
} from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entities } from '../../src/domain/records/entities.ts';
import type { Inspection } from '../../src/domain/records/inspection.ts';
import type { KerbsidePhoto as PhotoElement } from '../../src/elements/index.ts';
import { type Kerbside, openKerbside } from '../../src/index.ts';
import {
  KerbsidePhoto,
  KerbsideProvider,
  KerbsideSync,
  useInspection,
  useInspections,
  useKerbside,
  useModelProgress,
  useSyncStatus,
  useTask,
} from '../../src/react/index.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';
import { eventually } from '../fixtures/eventually.ts';
import { openStoredList } from '../fixtures/stored-list.ts';

const roots: Root[] = [];
const opened: Kerbside[] = [];
let database: string;
let page: HTMLElement;

beforeEach(() => {
  database = crypto.randomUUID();
  page = document.body.appendChild(document.createElement('main'));
});
afterEach(() => {
  for (const root of roots.splice(0)) root.unmount();
  for (const kerbside of opened.splice(0)) kerbside.close();
  page.remove();
});

const open = async () => {
  const kerbside = await openKerbside({ user: { id: 'ann' }, database });
  opened.push(kerbside);
  return kerbside;
};

function render(...children: ReactNode[]): void {
  const root = createRoot(page);
  roots.push(root);
  root.render(h(StrictMode, null, h(KerbsideProvider, { open }, ...children)));
}

const showsText = (text: string) => eventually(() => expect(page.textContent).toBe(text));
const dent = { damageType: 'dent', partType: 'hood' } as const;

class Boundary extends Component<{ children?: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render() {
    return this.state.message ?? this.props.children;
  }
}

function Damages({ id }: { id: string | undefined }) {
  const { status, data, error } = useInspection(id);
  return h('p', null, error?.code ?? data?.inspection.damages.length ?? status);
}

test('a component follows its inspection, by changes of this tab and another', async () => {
  const otherTab = await open();
  const { result: id } = await otherTab.inspections.createOne({ tasks: {} });
  render(h(Damages, { id }));
  expect(page.textContent).toBe('');
  await showsText('0');
  await otherTab.damages.createOne(id, dent);
  await showsText('1');
  await otherTab.inspections.deleteOne(id);
  await showsText('not_found');
});

test('without an id a component shows the loading state', async () => {
  render(h(Damages, { id: undefined }));
  await showsText('loading');
});

test('StrictMode leaves one instance open, and unmounting none', async () => {
  let opens = 0;
  const closes: number[] = [];
  const openCounted = async () => {
    opens += 1;
    const nth = opens;
    const kerbside = await open();
    const close = () => {
      closes.push(nth);
      return kerbside.close();
    };
    return { ...kerbside, close };
  };
  const Ready = () => h('p', null, useKerbside() ? 'open' : 'closed');
  const root = createRoot(page);
  root.render(h(StrictMode, null, h(KerbsideProvider, { open: openCounted }, h(Ready))));
  await showsText('open');
  expect(opens).toBe(2);
  await eventually(() => expect(closes).toEqual([1])); // the one of the first mount, whichever opens first
  root.unmount();
  await eventually(() => expect(closes).toEqual([1, 2]));
});

test('a change renders the component of its record only', async () => {
  const otherTab = await open();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await otherTab.inspections.createOne({ tasks: {} })).result);
  const rendered = new Map<string, number>();
  const Row = memo(({ inspection }: { inspection: Inspection }) => {
    rendered.set(inspection.id, (rendered.get(inspection.id) ?? 0) + 1);
    return h('li', null, inspection.damages.length);
  });
  const List = () =>
    useInspections({ paginationOrder: 'asc' }).data?.inspections.map((inspection) =>
      h(Row, { key: inspection.id, inspection }),
    );
  render(h(List));
  await showsText('000');
  const before = new Map(rendered);
  await otherTab.damages.createOne(ids[1] ?? '', dent);
  await showsText('010');
  const again = ids.filter((id) => rendered.get(id) !== before.get(id));
  expect(again).toEqual([ids[1]]);
});

test('a component suspends until Kerbside is open and its data is there', async () => {
  const otherTab = await open();
  const { result: id } = await otherTab.inspections.createOne({ tasks: { damage_detection: {} } });
  const Status = () => useTask(id, 'damage_detection', { suspense: true }).data.status;
  render(h(Suspense, { fallback: 'waiting' }, h(Status)));
  await showsText('waiting');
  await showsText('NOT_STARTED');
});

test('a component that suspends throws its error for the boundary', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Missing = () => useInspection('none', { suspense: true }).data.inspection.id;
  render(h(Boundary, null, h(Suspense, { fallback: 'waiting' }, h(Missing))));
  await eventually(() => expect(page.textContent).toContain('none'));
});

test('a provider that cannot open throws its error for the boundary', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const root = createRoot(page);
  roots.push(root);
  const fail = () => Promise.reject(new Error('no database'));
  root.render(h(Boundary, null, h(KerbsideProvider, { open: fail })));
  await showsText('no database');
});

test('the browser takes over the page of the server without an error', async () => {
  const otherTab = await open();
  const { result: id } = await otherTab.inspections.createOne({ tasks: { damage_detection: {} } });
  const Progress = () => useModelProgress().status;
  const Sync = () => useSyncStatus().error?.code;
  const opens = vi.fn(open);
  const texts = h('p', null, h(Progress), h(Sync));
  const app = h(KerbsideProvider, { open: opens }, h(Damages, { id }), texts, h(KerbsideSync));
  page.innerHTML = '<p>loading</p><p>loading</p>'; // as test/node/react-server.test.ts gets it from a server
  const problems: unknown[] = [];
  const onRecoverableError = (error: unknown) => void problems.push(error);
  roots.push(hydrateRoot(page, app, { onRecoverableError }));
  await eventually(() => expect(page.textContent).toBe('0readyunsupported'));
  await eventually(() => expect(page.querySelector('kerbside-sync')?.kerbside).toBeDefined());
  expect(problems).toEqual([]);
  expect(opens).toHaveBeenCalledTimes(1);
});

test('the components of elements set properties and listen to events', async () => {
  const photo = new Blob([await browserPhoto({ seed: 1, width: 64, height: 48 })], { type: 'image/jpeg' });
  const damages = [{ id: 'd', damageType: 'dent' as const }];
  const onDamageSelect = vi.fn();
  const ref: { current: PhotoElement | null } = { current: null };
  render(h(KerbsidePhoto, { ref, photo, damages, name: 'left', className: 'wide', onDamageSelect }));
  await eventually(() => expect(ref.current).not.toBeNull());
  const element = page.querySelector('kerbside-photo');
  expect(element).toBe(ref.current);
  expect(element).toMatchObject({ photo, damages, name: 'left', className: 'wide' });
  expect(element?.damages).toBe(damages);
  element?.dispatchEvent(new CustomEvent('damage-select', { detail: { damageId: 'd' } }));
  expect(onDamageSelect).toHaveBeenCalledTimes(1);
  expect(onDamageSelect.mock.calls[0]?.[0].detail).toEqual({ damageId: 'd' });
});

test('an element whose props are gone shows nothing of them', async () => {
  const root = createRoot(page);
  roots.push(root);
  const views = [
    { id: 'v', damageId: 'd', polygons: [], boundingBox: { xmin: 0, ymin: 0, width: 9, height: 9 } },
  ];
  const damages = [{ id: 'd', damageType: 'dent' as const }];
  const countMarks = () => page.querySelector('kerbside-photo')?.shadowRoot?.querySelectorAll('.mark').length;
  root.render(h(KerbsidePhoto, { width: 64, height: 48, views, damages }));
  await eventually(() => expect(countMarks()).toBe(1));
  root.render(h(KerbsidePhoto, { width: 64, height: 48 }));
  await eventually(() => expect(countMarks()).toBe(0));
});

test('the first app of docs/react.md creates an inspection and shows it', async () => {
  const { App } = (await import('virtual:docs/react.md/1.tsx')) as { App: ComponentType };
  const root = createRoot(page);
  roots.push(root);
  root.render(h(StrictMode, null, h(App)));
  const button = await eventually(() => {
    const found = page.querySelector('button');
    expect(found?.disabled).toBe(false);
    return found;
  });
  const { listIds, showsNewOne } = await openStoredList('agent-7');
  const before = await listIds();
  button?.click();
  await showsNewOne(page, before);
});

test('the component of docs/react.md that suspends shows the damages', async () => {
  const { Inspection: Shown } = (await import('virtual:docs/react.md/2.tsx')) as {
    Inspection: ComponentType<{ id: string }>;
  };
  const otherTab = await open();
  const { result: id } = await otherTab.inspections.createOne({ tasks: { damage_detection: {} } });
  await otherTab.damages.createOne(id, dent);
  render(h(Shown, { id }));
  await showsText('NOT_STARTED: 1 damages');
});

test('the photo of docs/react.md is rendered', async () => {
  const { Photo } = (await import('virtual:docs/react.md/3.tsx')) as {
    Photo: ComponentType<{ photo: Blob; entities: Entities }>;
  };
  const kerbside = await open();
  const photo = new Blob([await browserPhoto({ seed: 1, width: 64, height: 48 })], { type: 'image/jpeg' });
  const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
  const { entities } = await kerbside.inspections.getOne(id);
  render(h(Photo, { photo, entities }));
  await eventually(() => expect(page.querySelector('kerbside-photo')?.photo).toBe(photo));
});
