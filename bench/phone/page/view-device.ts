import { html, nothing } from 'lit';
import type { Setting } from './state.ts';

export function deviceView({ device, page }: Setting) {
  const facts: [string, string][] = [
    ['Device', device.name],
    ['System', device.system],
    ['Browser', device.browser],
    ['Cores', String(device.cores)],
    ['Memory', device.memoryGb === undefined ? 'not provided' : `${device.memoryGb} GB or more`],
    ['Screen', device.screen],
    ['SIMD', yes(page.simd)],
    ['Threads', page.threads ? 'yes' : 'no: one thread'],
    ['Isolated', page.isolated ? 'yes' : 'no: no shared memory, so no threads'],
    ['WebGPU', page.webgpu ?? 'no'],
    ['WebGL2', page.webgl2 ?? 'no'],
  ];
  return html`<section aria-labelledby="device">
    <h2 id="device">This device</h2>
    <dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    ${page.secure ? nothing : insecure}
  </section>`;
}

const insecure = html`<p class="note bad" role="alert">
  This address is not secure (plain http, and not localhost). Here a browser has no hashes to check models with, no
  threads, no Cache Storage, no service worker and no WebGPU, so there is nothing to measure. Open the https address
  that the terminal shows, or localhost through a cable: see bench/README.md.
</p>`;

function yes(holds: boolean): string {
  return holds ? 'yes' : 'no';
}
