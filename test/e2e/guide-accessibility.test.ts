// @module-tag long
import type { CDPSession, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Sight } from '../../src/domain/sights/sight.ts';
import { openCapture, readStatus, showFrame, useGuideDevices } from './pages/guide-devices-driver.ts';
import { quality, vehicle } from './pages/scripted-frames.ts';

/** What a screen reader gets of the camera, by Chromium's accessibility tree, and the camera with only a keyboard. */
const LEFT: Sight = { kind: 'viewpoint', id: 'left' };
const FRONT: Sight = { kind: 'viewpoint', id: 'front' };
const GOOD = 'Good. Hold still…';
const devices = useGuideDevices();

/** Roles of what a user can operate, and of what a screen reader stops at. */
const ROLES = ['dialog', 'heading', 'button', 'image', 'video', 'textbox'];
const STATES = ['modal', 'pressed', 'disabled'];

type AccessibilityTree = Awaited<ReturnType<typeof readTree>>;
type AccessibilityNode = NonNullable<AccessibilityTree['root']>;

async function readTree(devtools: CDPSession) {
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  return { root: nodes[0], nodes: new Map(nodes.map((node) => [node.nodeId, node])) };
}

/** Returns a node and all beneath it, in the order in which a screen reader reads them. */
function listNodes(tree: AccessibilityTree, from = tree.root): AccessibilityNode[] {
  if (!from) return [];
  const children = from.childIds?.flatMap((id) => tree.nodes.get(id) ?? []) ?? [];
  return [...(from.ignored ? [] : [from]), ...children.flatMap((child) => listNodes(tree, child))];
}

/** Returns the role, the name and the states of what the camera shows. */
async function describeTree(devtools: CDPSession): Promise<string[]> {
  return listNodes(await readTree(devtools))
    .filter(({ role }) => ROLES.includes(role?.value))
    .map((node) => {
      const states = STATES.flatMap((name) => {
        const value = readProperty(node, name);
        return value === undefined || value === false ? [] : [`${name}: ${value}`];
      });
      return [`${node.role?.value} “${node.name?.value}”`, ...states].join(', ');
    });
}

/** Returns the live regions with their texts, by the DOM node that they are. */
async function readLiveRegions(devtools: CDPSession): Promise<[node: number | undefined, text: string][]> {
  const tree = await readTree(devtools);
  const readText = (region: AccessibilityNode) =>
    listNodes(tree, region)
      .filter(({ role }) => role?.value === 'StaticText')
      .map(({ name }) => name?.value)
      .join('')
      .trim();
  return listNodes(tree)
    .filter((node) => node.role?.value === 'status' && readProperty(node, 'live') === 'polite')
    .map((region) => [region.backendDOMNodeId, readText(region)]);
}

function readProperty({ properties = [] }: AccessibilityNode, name: string): unknown {
  return properties.find((property) => property.name === name)?.value.value;
}

test('all that the camera shows has a role and a name', async () => {
  const { page, devtools } = await devices.open();
  await openCapture(page, [LEFT, FRONT]);
  await expect.poll(() => readStatus(page)).toBe(GOOD);
  expect(await describeTree(devtools)).toEqual([
    'dialog “Left side: line up the vehicle with the outline”, modal: true',
    'heading “Left side”',
    'button “Switch camera”',
    'button “Close”',
    'button “Auto shutter”, pressed: false',
    expect.stringMatching(/^image “0 of 8 sides\. Front: not taken yet\. .*Front right: not taken yet”$/),
    'button “Choose a file”',
    'button “Take the photo”',
  ]);
});

test('a live region says each instruction, and stays the same node', async () => {
  const { page, devtools } = await devices.open();
  await openCapture(page, [LEFT]);
  const steps = [
    ['Too dark. Find more light or switch on the torch.', quality({ underexposure: 0.9 })],
    ['Walk to the right', vehicle({}, 'front')],
    ['Step closer', vehicle({ x0: 0.4, x1: 0.6 })],
    [GOOD, {}],
  ] as const;
  const regions = new Set<number | undefined>();
  for (const [text, frame] of steps) {
    await showFrame(page, frame);
    const find = async () => (await readLiveRegions(devtools)).find(([, said]) => said === text)?.[0];
    await expect.poll(find).toBeDefined();
    regions.add(await find());
  }
  expect(regions.size).toBe(1);
});

test('works with only the keyboard: opens, switches the automatic shutter, takes a photo, closes', async () => {
  const { page } = await devices.open();
  await page.evaluate((sights) => window.guideDevices.addCapture(sights), [LEFT, FRONT]);
  // No photo of this is taken by itself.
  await showFrame(page, vehicle({}, 'back_left'));
  await press(page, 'Take photo: Left side', 'Enter');
  await expect.poll(() => readStatus(page)).toBe('Walk to the left');
  await press(page, 'Auto shutter', 'Space');
  await expect.poll(() => page.getByRole('button', { name: 'Auto shutter', pressed: true }).count()).toBe(1);
  await press(page, 'Auto shutter', 'Space');
  await press(page, 'Take the photo', 'Enter');
  // It goes on to the front. The shutter has the focus again.
  await page.getByRole('heading', { name: 'Front' }).waitFor();
  await expect.poll(() => readFocus(page)).toBe('Take the photo');
  expect(await page.evaluate(() => window.guideDevices.photos)).toMatchObject([
    { sight: 'left', isAutomatic: false },
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await readFocus(page)).toBe('Retake photo: Left side');
});

/** Moves the focus with Tab to the control of this name, and presses the key. */
async function press(page: Page, name: string, key: string): Promise<void> {
  const passed: string[] = [];
  for (let focused = await readFocus(page); focused !== name; focused = await readFocus(page)) {
    if (passed.length > 20) throw new Error(`Tab does not reach “${name}”, but ${passed.join(', ')}`);
    passed.push(focused);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press(key);
}

/** Returns the label of the control that has the focus. */
function readFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return focused?.getAttribute('aria-label') ?? '';
  });
}
