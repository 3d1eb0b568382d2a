import type { PartKind } from './part-kinds.ts';
import type { PriceTable } from './pricing.ts';

/** EUR for a new part, by vehicle class. Round example figures, not quotes: pass your own prices. */
const PARTS: Record<PartKind, [small: number, medium: number, large: number]> = {
  bumper: [220, 320, 480],
  door: [380, 520, 760],
  fender: [150, 220, 340],
  fog_light: [40, 60, 90],
  grill: [80, 130, 210],
  handle: [30, 45, 70],
  head_light: [180, 320, 650],
  header_panel: [120, 180, 260],
  hood: [280, 400, 620],
  hook: [10, 15, 20],
  hubcap: [20, 30, 45],
  indicator_light: [20, 30, 45],
  license_plate: [20, 20, 20],
  logo: [20, 30, 50],
  mirror: [110, 180, 320],
  mirror_support: [50, 70, 110],
  petrol_door: [30, 45, 70],
  pillar: [200, 280, 400],
  quarter_window: [90, 130, 190],
  rear_spoiler: [120, 180, 280],
  rocker_panel: [110, 160, 240],
  roof: [500, 700, 1000],
  tail_light: [90, 150, 280],
  trunk: [350, 480, 720],
  turn_signal: [15, 25, 40],
  wheel: [120, 200, 380],
  window: [90, 130, 190],
  windshield: [220, 320, 480],
  wiper: [15, 20, 25],
};

function toPartPrices(column: 0 | 1 | 2): PriceTable['classes'][string]['partPrices'] {
  return Object.fromEntries(Object.entries(PARTS).map(([kind, prices]) => [kind, prices[column] * 100]));
}

/** The default price table of `repairEstimates`. */
export const EXAMPLE_PRICING: PriceTable = {
  version: 'example-1',
  currency: 'EUR',
  labourPerHour: 65_00,
  paintPerHour: 85_00,
  spread: { labour: 0.25, parts: 0.1 },
  defaultClass: 'medium',
  classes: {
    small: { vehicleTypes: ['city', 'hatchback', 'compact'], partPrices: toPartPrices(0) },
    medium: { vehicleTypes: ['sedan', 'saloon', 'estate', 'wagon', 'coupe'], partPrices: toPartPrices(1) },
    large: { vehicleTypes: ['suv', 'van', 'minivan', 'pickup', 'luxury'], partPrices: toPartPrices(2) },
  },
};
