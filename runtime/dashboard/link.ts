/** Joins modules into one script that a browser loads in one request. Each module keeps a scope of
 *  its own, and those it imports stand before it. This is all that a bundler would do for us, so
 *  there is none: it happens in memory when a host starts.
 *  L1. It reads what Node's type stripping prints, one import or export to a line, and refuses
 *      what it does not understand: nothing is passed on half joined. */

export type Module = { readonly path: string; readonly code: string };

type Import = { readonly names: string; readonly from: string };

const IMPORT = /^import (?:(\w+)|\{ ([^}]+) \}) from "([^"]+)";$/gm;
const EXPORT = /^export (?=(?:const|async function\*?|function\*?|function) ?\*? ?(\w+))/gm;
const LEFT_OVER = /^(?:import|export)\b.*$/m;

const resolvePath = (from: string, to: string): string =>
  new URL(to, `file:///${from}`).pathname.slice(1);

const isOwn = (name: string): boolean => name.startsWith(".");

function importsOf({ path, code }: Module): readonly Import[] {
  return [...code.matchAll(IMPORT)].map(([, one, many = "", from = ""]) => ({
    names: one === undefined ? many : `default as ${one}`,
    from: isOwn(from) ? resolvePath(path, from) : from,
  }));
}

/** Those that a module needs come first. Modules never import each other in a circle. */
function inOrder(modules: readonly Module[], entry: string): readonly Module[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const ordered = new Set<Module>();
  const visit = (path: string): void => {
    const module = byPath.get(path);
    if (module === undefined) throw new Error(`there is no module ${path} to join`);
    if (ordered.has(module)) return;
    for (const { from } of importsOf(module)) if (byPath.has(from)) visit(from);
    ordered.add(module);
  };
  visit(entry);
  return [...ordered];
}

const pattern = (names: string): string => names.replaceAll(/ as /g, ": ");

export function linkModules(modules: readonly Module[], entry: string): string {
  const ordered = inOrder(modules, entry);
  const nameOf = new Map<string, string>();
  const outside: string[] = [];
  const scopeName = (from: string): string => {
    const known = nameOf.get(from);
    if (known !== undefined) return known;
    const name = `$${nameOf.size}`;
    nameOf.set(from, name);
    if (!ordered.some(({ path }) => path === from)) {
      outside.push(`import * as ${name} from ${JSON.stringify(from)};`);
    }
    return name;
  };
  const scopes = ordered.map((module) => {
    const imports = importsOf(module).map(
      ({ names, from }) => `const { ${pattern(names)} } = ${scopeName(from)};`,
    );
    const exports = [...module.code.matchAll(EXPORT)].map(([, name]) => name);
    const body = module.code.replaceAll(IMPORT, "").replaceAll(EXPORT, "").trim();
    const left = LEFT_OVER.exec(body);
    if (left !== null) throw new Error(`${module.path} has a line nobody can join: ${left[0]}`);
    const result = exports.length === 0 ? "" : `return { ${exports.join(", ")} };\n`;
    const scope = [...imports, body, result].join("\n");
    return `const ${scopeName(module.path)} = (() => {\n${scope}})();`;
  });
  return `${outside.join("\n")}\n${scopes.join("\n")}\n`;
}
