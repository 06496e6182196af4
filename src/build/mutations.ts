import { parseAst } from "rolldown/parseAst";

/** One small change of a source file: `text` replaces the code between two offsets. */
export type Mutation = {
  path: string;
  start: number;
  end: number;
  text: string;
  /** Counts from 1. */
  line: number;
  /** Names the mutation without its line, so that it is the same wherever its code moves. */
  key: string;
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

type Change = { start: number; end: number; text: string; within: Node };

/** Every mutation of a file, in the order of its text. */
export function mutationsOf(path: string, source: string): Mutation[] {
  const program = parseAst(source, { lang: "ts" }) as unknown as Node & { body: Node[] };
  const seen = new Map<string, number>();
  return program.body.flatMap((statement) => {
    const scope = nameOf(statement);
    return changesIn(statement, source).map(({ within, ...change }) => {
      const base = `${path} ${scope}: ${shortly(source, within, change)}`;
      const count = (seen.get(base) ?? 0) + 1;
      seen.set(base, count);
      return {
        path,
        ...change,
        line: source.slice(0, change.start).split("\n").length,
        key: count === 1 ? base : `${base} (${count})`,
      };
    });
  });
}

/** The files that a module takes values from, as it writes them. */
export const importsOf = (source: string): string[] =>
  (parseAst(source, { lang: "ts" }) as unknown as { body: Node[] }).body.flatMap((statement) =>
    "source" in statement && statement.source && statement.importKind !== "type"
      ? [(statement.source as { value: string }).value]
      : [],
  );

function changesIn(statement: Node, source: string): Change[] {
  const changes: Change[] = [];
  const isExported = statement.type.startsWith("Export");
  visit(statement, null, false, (node, parent, inFunction) => {
    // Exported constants are limits and the like, which the tests of their readers hold.
    if (isExported && !inFunction) return;
    const operatorAt = (left: Node) =>
      source.indexOf(node.operator as string, skipComments(source, left.end));
    const replace = (start: number, end: number, text: string, within = node) =>
      changes.push({ start, end, text, within });
    switch (node.type) {
      case "BinaryExpression":
      case "LogicalExpression":
      case "AssignmentExpression": {
        const operator = node.operator as string;
        const other = operators.get(operator);
        const start = operatorAt(node.left as Node);
        if (other) replace(start, start + operator.length, other);
        break;
      }
      case "CallExpression": {
        const callee = node.callee as Node;
        const other = functions.get(source.slice(callee.start, callee.end));
        if (other) replace(callee.start, callee.end, other);
        break;
      }
      case "IfStatement":
        if (!node.alternate) replace(node.start, node.end, ";");
        break;
      case "Literal": {
        if (typeof node.value === "boolean") {
          if (inFunction) replace(node.start, node.end, String(!node.value), parent ?? node);
          break;
        }
        const value = node.value;
        if (typeof value !== "number" || !Number.isInteger(value) || value > largest) break;
        if (!inFunction && parent?.type !== "VariableDeclarator") break;
        for (const other of [value + 1, value - 1])
          replace(node.start, node.end, other < 0 ? `(${other})` : String(other), parent ?? node);
      }
    }
  });
  return changes;
}

/** Larger constants are lengths of time and the like, where one more or less is no rule. */
const largest = 1000;

const operators = new Map(
  Object.entries({
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "===": "!==",
    "!==": "===",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "%": "*",
    "+=": "-=",
    "-=": "+=",
  }),
);

const functions = new Map(
  Object.entries({
    "Math.min": "Math.max",
    "Math.max": "Math.min",
    "Math.floor": "Math.ceil",
    "Math.ceil": "Math.floor",
    "Math.round": "Math.floor",
  }),
);

type Visitor = (node: Node, parent: Node | null, inFunction: boolean) => void;

/** Calls `visitor` for every node that is there at run time. */
function visit(node: Node, parent: Node | null, inFunction: boolean, visitor: Visitor) {
  if (node.type.startsWith("TS") && !wrappers.includes(node.type)) return;
  visitor(node, parent, inFunction);
  const within = inFunction || /Function/.test(node.type);
  for (const [name, value] of Object.entries(node)) {
    if (name === "typeAnnotation") continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, node, within, visitor);
  }
}

/** Expressions that the types wrap in something. */
const wrappers = ["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"];

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Where the text goes on after closing parentheses and comments. */
function skipComments(source: string, from: number): number {
  const between = /^(?:[\s)]|\/\/.*\n|\/\*[\s\S]*?\*\/)*/.exec(source.slice(from))!;
  return from + between[0].length;
}

function nameOf(statement: Node): string {
  const declared = (statement.declaration ?? statement) as Node;
  const [first] = (declared.declarations as Node[] | undefined) ?? [declared];
  return (first?.id as { name?: string } | null)?.name ?? "module";
}

/** One line about a change: the code around it before and after. */
function shortly(source: string, within: Node, { start, end, text }: Omit<Change, "within">) {
  const from = Math.max(within.start, start - around);
  const to = Math.min(within.end, end + around);
  const cut = (code: string) => code.replace(/\s+/g, " ").trim();
  if (text === ";") return `without ${cut(source.slice(start, Math.min(end, start + 3 * around)))}`;
  const [head, tail] = [source.slice(from, start), source.slice(end, to)];
  return `${cut(head + source.slice(start, end) + tail)} → ${cut(head + text + tail)}`;
}

/** Characters shown on each side of a change. */
const around = 30;
