import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A page of documentation, taken apart. */
export interface Page {
  /** From the repository's root. */
  path: string;
  text: string;
  /** Fenced blocks, in order. */
  blocks: { language: string; code: string }[];
  /** Commands, file names and the like: `code` in the running text. */
  inline: string[];
  /** Where links and pictures lead. */
  links: string[];
  /** What `#…` may name, as GitHub makes them from headings. */
  anchors: Set<string>;
}

export const root = fileURLToPath(new URL('../../..', import.meta.url));

const FOLDERS = [
  '.',
  'docs',
  'examples',
  'examples/next',
  'examples/plain',
  'examples/vite',
  'models',
  'training',
  'bench',
];

/** Every page that is written for people. */
export function readPages(): Page[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => readPage(join(folder, name))),
  );
}

export function readPage(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
  const prose = text.replace(/^```.*?^```$/gms, '');
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const links = [
    ...prose
      .replace(/`[^`\n]+`/g, '')
      .matchAll(/\]\(([^()\s]+(?:\([^()\s]*\))?[^()\s]*)\)|(?:src|href)="([^"]+)"/g),
  ];
  return {
    path,
    text,
    blocks,
    inline,
    links: links.map(([, link, attribute]) => link ?? attribute ?? ''),
    anchors: anchorsOf(prose),
  };
}

/** The file that a link leads to, from the repository's root, and the heading in it. */
export function targetOf(page: Page, link: string): { path: string; anchor: string } {
  const [file = '', anchor = ''] = link.split('#');
  return { path: file === '' ? page.path : join(dirname(page.path), decodeURIComponent(file)), anchor };
}

function anchorsOf(prose: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let again = 1; anchors.has(unique); again++) unique = `${anchor}-${again}`;
    anchors.add(unique);
  }
  return anchors;
}
