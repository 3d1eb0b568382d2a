/**
 * The uses that the weights of each shipped model allow. Records name their model, and a report may be made without
 * the manifest. A test compares this with `models/manifest.json`.
 */
export const MODEL_LICENCES: Readonly<Record<string, 'free' | 'research'>> = {
  damage: 'research',
  'damage-free': 'free',
  'damage-large': 'research',
  'damage-server': 'research',
  parts: 'research',
  wheels: 'research',
  'wheel-crops': 'research',
  'text-detector': 'free',
  'text-recognizer': 'free',
  'code-reader': 'free',
};
