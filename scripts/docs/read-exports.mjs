import { join } from 'node:path';
import {
  isClassDeclaration,
  isFunctionDeclaration,
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, NodeBuilderFlags, SymbolFlags } from 'typescript/unstable/sync';

/**
 * @typedef {import('typescript/unstable/sync').Symbol} ExportSymbol
 * @typedef {import('typescript/unstable/ast').Node} Node
 * @typedef {import('typescript/unstable/ast').ClassDeclaration} ClassDeclaration
 * @typedef {{ name: string, entry: string, group: Group, doc: string, code: string, source: string }} Export
 * @typedef {'functions' | 'classes' | 'values' | 'types'} Group
 */

const AS_WRITTEN =
  NodeBuilderFlags.NoTruncation |
  NodeBuilderFlags.MultilineObjectLiterals |
  NodeBuilderFlags.InTypeAlias |
  NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;

/**
 * Every export of every entry point, as the compiler sees it.
 * @param {string} root
 * @param {Record<string, string>} entries name of the entry point → its source file, from the root
 * @returns {Export[]}
 */
export function readExports(root, entries) {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`The compiler did not open ${config}.`);
    return Object.entries(entries).flatMap(([entry, file]) => exportsOf(project, entry, join(root, file)));
  } finally {
    api.close();
  }
}

/**
 * @param {import('typescript/unstable/sync').Project} project
 * @param {string} entry
 * @param {string} file
 * @returns {Export[]}
 */
function exportsOf({ program, checker }, entry, file) {
  const sourceFile = program.getSourceFile(file);
  const module = sourceFile && checker.getSymbolAtLocation(sourceFile);
  if (!sourceFile || !module) throw new Error(`${file} is no module of the project.`);
  const typesOnly = [...sourceFile.text.matchAll(/export type \* from '(.*)'/g)].map(([, path = '']) =>
    join(file, '..', path),
  );

  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const declaration = symbol.declarations[0]?.resolve();
    if (!declaration) throw new Error(`${exported.name} of ${entry} has no declaration.`);
    const source = declaration.getSourceFile().fileName;
    // `export type *` names values too, and gives out none of them.
    if (!(symbol.flags & SymbolFlags.Type) && typesOnly.includes(source)) return [];
    const doc = checker.getDocumentationCommentOfSymbol(symbol);
    return [{ name: exported.name, entry, doc, source, ...shown(exported.name, symbol, declaration) }];
  });

  /**
   * @param {string} name
   * @param {ExportSymbol} symbol
   * @param {Node} declaration
   * @returns {{ group: Group, code: string }}
   */
  function shown(name, symbol, declaration) {
    const text = declaration.getText().replace(/^export (async )?/, '');
    if (isFunctionDeclaration(declaration)) return { group: 'functions', code: signature(declaration) };
    if (isClassDeclaration(declaration)) return { group: 'classes', code: outline(name, declaration) };
    if (isInterfaceDeclaration(declaration)) return { group: 'types', code: text };
    if (isTypeAliasDeclaration(declaration)) {
      // What is inferred from a schema or a list says nothing as it is written.
      const isInferred = /\bv\.Infer|\btypeof\b/.test(text);
      return { group: 'types', code: isInferred ? `type ${name} = ${inWords(symbol)};` : text };
    }
    return { group: 'values', code: `const ${name}: ${inWords(symbol)};` };
  }

  /** @param {ExportSymbol} symbol */
  function inWords(symbol) {
    const isType = symbol.flags & SymbolFlags.Type;
    const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol);
    if (!type) throw new Error(`${symbol.name} of ${entry} has no type.`);
    return checker.typeToString(type, undefined, AS_WRITTEN).replaceAll(' | undefined', '');
  }
}

/**
 * A function or method without what it does.
 * @param {Node & { body?: Node | undefined }} declaration
 */
function signature(declaration) {
  const text = declaration.getText();
  const head = declaration.body ? text.slice(0, -declaration.body.getText().length) : text;
  return `${head
    .replace(/^export /, '')
    .replace('async ', '')
    .trim()};`;
}

/**
 * A class as its users see it: no bodies, and nothing that only its base class or an interface asks for.
 * @param {string} name
 * @param {ClassDeclaration} declaration
 */
function outline(name, declaration) {
  const heritage = (declaration.heritageClauses ?? []).map((clause) => clause.getText());
  const isKnownElsewhere = heritage.some((clause) => clause.startsWith('implements'));
  const members = isKnownElsewhere ? [] : declaration.members.filter(isForUsers).map(memberText);
  return `class ${[name, ...heritage].join(' ')} {\n${members.join('\n')}\n}`;
}

/** @param {import('typescript/unstable/ast').ClassElement} member */
function isForUsers(member) {
  const text = member.getText();
  return !/^((declare|readonly|async|get|set) )*(#|private|protected|static|override|constructor\(\))/.test(
    text,
  );
}

/** @param {import('typescript/unstable/ast').ClassElement} member */
function memberText(member) {
  const full = member.getFullText();
  const doc = /\/\*\*[\s\S]*?\*\/\s*$/.exec(full.slice(0, full.length - member.getText().length))?.[0] ?? '';
  const text =
    member.kind === SyntaxKind.PropertyDeclaration
      ? `${member
          .getText()
          .replace(/^declare /, '')
          .replace(/ = .*$/s, '')
          .replace(/;$/, '')};`
      : signature(member);
  return doc + text;
}
