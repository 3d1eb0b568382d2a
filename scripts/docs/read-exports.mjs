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
 * @typedef {import('typescript/unstable/sync').Symbol} Symbol
 * @typedef {import('typescript/unstable/sync').Checker} Checker
 * @typedef {import('typescript/unstable/ast').Node} Node
 * @typedef {import('typescript/unstable/ast').ClassDeclaration} ClassDeclaration
 * @typedef {'functions' | 'classes' | 'values' | 'types' | 'named'} Group `named`: not exported, but part of a signature
 * @typedef {{ name: string, entry: string, group: Group, doc: string, code: string, source: string }} Export
 * @typedef {Export & { declaration: Node }} Declared
 */

const AS_WRITTEN =
  NodeBuilderFlags.NoTruncation |
  NodeBuilderFlags.MultilineObjectLiterals |
  NodeBuilderFlags.InTypeAlias |
  NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;

/**
 * Every export of every entry point as the compiler sees it, and the types of ours that their signatures name.
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
    const exported = Object.entries(entries).flatMap(([entry, file]) =>
      exportsOf(project, entry, join(root, file)),
    );
    return [...exported, ...namedBy(exported, project.checker)].map(({ declaration: _, ...one }) => one);
  } finally {
    api.close();
  }
}

/**
 * @param {import('typescript/unstable/sync').Project} project
 * @param {string} entry
 * @param {string} file
 * @returns {Declared[]}
 */
function exportsOf({ program, checker }, entry, file) {
  const sourceFile = program.getSourceFile(file);
  const module = sourceFile && checker.getSymbolAtLocation(sourceFile);
  if (!sourceFile || !module) throw new Error(`${file} is no module of the project.`);
  const typesOnly = [...sourceFile.text.matchAll(/export type \* from '(.*)'/g)].map(([, path = '']) =>
    join(file, '..', path),
  );
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = original(exported, checker);
    const declaration = symbol.declarations[0]?.resolve();
    if (!declaration) throw new Error(`${exported.name} of ${entry} has no declaration.`);
    const source = declaration.getSourceFile().fileName;
    // `export type *` names values too, and gives out none of them.
    if (!(symbol.flags & SymbolFlags.Type) && typesOnly.includes(source)) return [];
    const doc = checker.getDocumentationCommentOfSymbol(symbol);
    const described = shown(exported.name, symbol, declaration, checker);
    return [{ name: exported.name, entry, doc, source, declaration, ...described }];
  });
}

/**
 * Types of ours that signatures name and no entry point exports; each once, where it is named first.
 * @param {Declared[]} exported
 * @param {Checker} checker
 * @returns {Declared[]}
 */
function namedBy(exported, checker) {
  const known = new Set(exported.map(({ name }) => name));
  return exported.flatMap(({ entry, code, declaration: from }) => {
    const names = code.replace(/\/\*[\s\S]*?\*\/|'[^'\n]*'/g, '').match(/\b[A-Z]\w*[a-z]\w*\b/g) ?? [];
    return [...new Set(names)].flatMap((name) => {
      if (known.has(name)) return [];
      const found = checker.resolveName(name, SymbolFlags.Type, from, true);
      if (!found) return [];
      const symbol = original(found, checker);
      const declaration = symbol.declarations[0]?.resolve();
      if (!declaration || !isTypeDeclaration(declaration)) return [];
      const source = declaration.getSourceFile().fileName;
      if (source.includes('/node_modules/')) return [];
      known.add(name);
      const doc = checker.getDocumentationCommentOfSymbol(symbol);
      const { code } = shown(name, symbol, declaration, checker);
      return [{ name, entry, doc, source, declaration, code, group: /** @type {const} */ ('named') }];
    });
  });
}

/** Not a type parameter, nor a class, which is a value as well. @param {Node} node */
const isTypeDeclaration = (node) => isInterfaceDeclaration(node) || isTypeAliasDeclaration(node);

/** @param {Symbol} symbol @param {Checker} checker */
function original(symbol, checker) {
  return symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * @param {string} name
 * @param {Symbol} symbol
 * @param {Node} declaration
 * @param {Checker} checker
 * @returns {{ group: Group, code: string }}
 */
function shown(name, symbol, declaration, checker) {
  const text = declaration.getText().replace(/^export (async )?/, '');
  if (isFunctionDeclaration(declaration)) return { group: 'functions', code: signature(declaration) };
  if (isClassDeclaration(declaration)) return { group: 'classes', code: outline(name, declaration) };
  if (isInterfaceDeclaration(declaration)) return { group: 'types', code: text };
  if (isTypeAliasDeclaration(declaration)) {
    // What is inferred from a schema or a list says nothing as it is written.
    const isInferred = /\bv\.Infer|\btypeof\b/.test(text);
    return { group: 'types', code: isInferred ? `type ${name} = ${typeOf(symbol, checker)};` : text };
  }
  return { group: 'values', code: `const ${name}: ${typeOf(symbol, checker)};` };
}

/** @param {Symbol} symbol @param {Checker} checker */
function typeOf(symbol, checker) {
  const isType = symbol.flags & SymbolFlags.Type;
  const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol);
  if (!type) throw new Error(`${symbol.name} has no type.`);
  return checker.typeToString(type, undefined, AS_WRITTEN).replaceAll(' | undefined', '');
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
