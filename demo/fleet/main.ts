import { KerbsideCar, KerbsidePhoto } from 'kerbside/elements';
import { FleetInspection } from './fleet-inspection.ts';
import { FleetList } from './fleet-list.ts';
import { FleetPage } from './fleet-page.ts';
import { SignIn } from './sign-in.ts';

const ELEMENTS = {
  'kerbside-car': KerbsideCar,
  'kerbside-photo': KerbsidePhoto,
  'fleet-sign-in': SignIn,
  'fleet-list': FleetList,
  'fleet-inspection': FleetInspection,
  'fleet-page': FleetPage,
} as const;

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
document.body.append(new FleetPage());
