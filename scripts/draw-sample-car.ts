import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { type CarSceneOptions, carScene } from '../test/fixtures/car-scene.ts';
import { drawnText, drawnWidth } from '../test/fixtures/drawn-text.ts';

/**
 * Draws the photos of the app's sample car: at check-out with a scratch, and at check-in with a dent and a broken light
 * as well. Run with `npm run draw:sample`; the result is committed.
 */
const folder = fileURLToPath(new URL('../demo/sample/photos/', import.meta.url));
/** A car on which the shipped models detect every damage (test/e2e/sample-car.test.ts). */
const car = { seed: 14, width: 1280, height: 960, plate: 'KB 482 RS' };

const checkOut = { ...car, light: 'sun' } as const;
const checkIn = { ...car, light: 'overcast' } as const;
const scenes: Record<string, CarSceneOptions> = {
  'check-out/front': { ...checkOut, view: 'front' },
  'check-out/left': { ...checkOut, view: 'side', damages: ['scratch'] },
  'check-out/back': { ...checkOut, view: 'rear' },
  'check-out/right': { ...checkOut, view: 'side', mirrored: true },
  'check-in/front': { ...checkIn, view: 'front' },
  'check-in/left': { ...checkIn, view: 'side', damages: ['scratch', 'dent'] },
  'check-in/back': { ...checkIn, view: 'rear', damages: ['broken_light'] },
  'check-in/right': { ...checkIn, view: 'side', mirrored: true },
};

for (const [name, scene] of Object.entries(scenes)) await write(name, render(carScene(scene)));
// The front at three times the size, cropped to the plate.
const front = render(carScene({ ...checkOut, view: 'front', width: 3840, height: 2880 }));
await write('check-out/PLATE', front.extract({ left: 1420, top: 2050, width: 1000, height: 640 }));
await write('check-out/VIN', render(drawVin('1M8GDM9AXKP042788')));
await write('check-out/ODOMETER', render(drawInstruments('41250')));
await write('check-in/ODOMETER', render(drawInstruments('41618')));

/** The plate on the dashboard, through the windscreen. */
function drawVin(vin: string): string {
  const width = drawnWidth(vin, 40);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640">
<defs><linearGradient id="dash" x2="0" y2="1"><stop stop-color="#4a5058"/><stop offset="1" stop-color="#1b1e23"/></linearGradient>
<linearGradient id="metal" x2="1" y2="1"><stop stop-color="#eceeea"/><stop offset="0.5" stop-color="#c9ccc7"/><stop offset="1" stop-color="#dfe2dc"/></linearGradient></defs>
<rect width="1000" height="640" fill="url(#dash)"/><path d="M0 430 C300 400 700 400 1000 430 V640 H0 Z" fill="#121418"/>
<path d="M0 0 L420 0 L90 640 L0 640 Z M560 0 L640 0 L310 640 L230 640 Z" fill="#fff" fill-opacity="0.06"/>
<g transform="translate(500 320) rotate(-2)"><rect x="${-width / 2 - 50}" y="-62" width="${width + 100}" height="124" rx="8" fill="url(#metal)" stroke="#6a6e73" stroke-width="3"/>
<circle cx="${-width / 2 - 28}" r="9" fill="#7d8187"/><circle cx="${width / 2 + 28}" r="9" fill="#7d8187"/>
${drawnText(vin, { x: -width / 2, y: -20, height: 40, weight: 2.8 })}</g></svg>`;
}

/** A speedometer with its odometer. */
function drawInstruments(kilometres: string): string {
  const ticks = Array.from({ length: 23 }, (_, n) => {
    const long = n % 2 === 0;
    return `<path d="M0 -232V${long ? -200 : -214}" transform="rotate(${-132 + n * 12})" stroke="#e6ebef" stroke-width="${long ? 6 : 3}"/>`;
  });
  const width = drawnWidth(kilometres, 42);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640">
<defs><radialGradient id="dial"><stop stop-color="#2a3038"/><stop offset="0.8" stop-color="#14181d"/><stop offset="1" stop-color="#090b0e"/></radialGradient></defs>
<rect width="1000" height="640" fill="#0b0d10"/><path d="M0 560 C250 520 750 520 1000 560 V640 H0 Z" fill="#1c2026"/>
<g transform="translate(500 320)"><circle r="266" fill="url(#dial)" stroke="#59626c" stroke-width="8"/>${ticks.join('')}
<path d="M-7 0 L0 -190 L7 0 Z" transform="rotate(-132)" fill="#e5483f"/><circle r="26" fill="#30363e" stroke="#707983" stroke-width="4"/>
<rect x="-150" y="92" width="300" height="86" rx="8" fill="#05070a" stroke="#39424b" stroke-width="3"/>
${drawnText(kilometres, { x: -width / 2 - 26, y: 114, height: 42, colour: '#dff2ea' })}${drawnText('KM', { x: width / 2 - 4, y: 132, height: 24, colour: '#dff2ea' })}</g></svg>`;
}

function render(svg: string): Sharp {
  return sharp(new TextEncoder().encode(svg)).flatten();
}

async function write(name: string, picture: Sharp): Promise<void> {
  const file = `${folder}${name}.webp`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await picture.webp({ quality: 78 }).toBuffer());
}
