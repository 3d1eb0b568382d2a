import {
  type PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';

/** The roles of PDF 1.7 that reports use. */
export type StructureRole = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

interface Element {
  role: StructureRole;
  alt?: string;
  children: (Element | Mark)[];
}

/** A piece of content of a page that belongs to an element. */
interface Mark {
  page: PDFPage;
  id: number;
}

/**
 * The structure tree of a tagged PDF: what screen readers read, in which order. Content that is drawn outside of an
 * element is decoration.
 */
export class Structure {
  readonly #root: Element = { role: 'Document', children: [] };
  readonly #counts = new Map<PDFPage, number>();
  readonly #toPlain: (text: string) => string;
  #path: Element[] = [];

  /** @param toPlain - Returns drawable text as a person wrote it. */
  constructor(toPlain: (text: string) => string) {
    this.#toPlain = toPlain;
  }

  /** Everything that `draw` draws belongs to a new element. */
  within(role: StructureRole, draw: () => void, alt?: string): void {
    const element: Element = { role, ...(alt !== undefined && { alt }), children: [] };
    (this.#path.at(-1) ?? this.#root).children.push(element);
    this.#path.push(element);
    draw();
    this.#path.pop();
  }

  /** Returns the operand of the marked content that is drawn next; undefined for decoration. */
  mark(page: PDFPage): { role: StructureRole; id: number } | undefined {
    const element = this.#path.at(-1);
    if (!element) return undefined;
    const id = this.#counts.get(page) ?? 0;
    this.#counts.set(page, id + 1);
    element.children.push({ page, id });
    return { role: element.role, id };
  }

  /** Calls `draw`, whose content is decoration: rules and backgrounds. */
  withoutElement(draw: () => void): void {
    const path = this.#path;
    this.#path = [];
    draw();
    this.#path = path;
  }

  /** Writes the tree into the document. */
  write(document: PDFDocument): void {
    const { context, catalog } = document;
    const pages = document.getPages();
    const owners = new Map<PDFPage, PDFRef[]>(pages.map((page) => [page, []]));
    const root = context.nextRef();
    const writeElement = ({ role, alt, children }: Element, parent: PDFRef): PDFRef => {
      const ref = context.nextRef();
      const kids: PDFArray = context.obj([]);
      for (const child of children) {
        if ('role' in child) kids.push(writeElement(child, ref));
        else {
          kids.push(context.obj({ Type: 'MCR', Pg: child.page.ref, MCID: child.id }));
          const owned = owners.get(child.page);
          if (owned) owned[child.id] = ref;
        }
      }
      const dict = context.obj({ Type: 'StructElem', S: role, P: parent, K: kids });
      if (role === 'TH' && dict instanceof PDFDict)
        dict.set(PDFName.of('A'), context.obj({ O: 'Table', Scope: 'Column' }));
      if (alt !== undefined && dict instanceof PDFDict)
        dict.set(PDFName.of('Alt'), PDFHexString.fromText(this.#toPlain(alt).replace(/\s+/g, ' ').trim()));
      context.assign(ref, dict);
      return ref;
    };
    const top = writeElement(this.#root, root);
    const numbers: PDFArray = context.obj([]);
    for (const [index, page] of pages.entries()) {
      page.node.set(PDFName.of('StructParents'), PDFNumber.of(index));
      page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
      numbers.push(PDFNumber.of(index));
      numbers.push(context.register(context.obj(owners.get(page) ?? [])));
    }
    const parentTree = context.register(context.obj({ Nums: numbers }));
    context.assign(
      root,
      context.obj({
        Type: 'StructTreeRoot',
        K: top,
        ParentTree: parentTree,
        ParentTreeNextKey: pages.length,
      }),
    );
    catalog.set(PDFName.of('StructTreeRoot'), root);
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
    catalog.set(PDFName.of('ViewerPreferences'), context.obj({ DisplayDocTitle: true }));
  }
}
