// Collects texts from source files: string literals and JSX text, for word checks.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export interface Source {
  readonly path: string
  /** Every string in quotes, types included, and keys that are read as properties. */
  readonly texts: ReadonlySet<string>
  /** Template strings with something fixed in them: `best_${side}` is /^best_(\w+)$/; with the first part long, and with it short. */
  readonly patterns: readonly RegExp[]
  /** Text for readers: JSX text, and attributes that are shown or read aloud. */
  readonly shown: readonly string[]
  /** Refusal codes that it uses, or that its types allow. */
  readonly refusals: ReadonlySet<string>
}

const SPOKEN = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
  'hint',
  'text',
])

export function readSources(root: string, folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readSource(root, join(folder, name))),
  )
}

function readSource(root: string, path: string): Source {
  const texts = new Set<string>()
  const patterns: RegExp[] = []
  const shown: string[] = []
  const refusals = new Set<string>()
  const show = (text: string) => /\p{L}{2}/u.test(text) && shown.push(text.trim())
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.add(node.text)
    // An account of the system names whose it is: "@house:loan_due".
    if (ts.isStringLiteralLike(node) && /^@[a-z_]+:[a-z_]+$/.test(node.text)) texts.add(node.text.split(':')[1] ?? '')
    // `WORDS[language].internal_error`: only text keys have an underscore.
    if (ts.isPropertyAccessExpression(node) && node.name.text.includes('_')) texts.add(node.name.text)
    if (ts.isTemplateExpression(node)) patterns.push(...patternOf(node))
    for (const code of refusalsOf(node)) refusals.add(code)
    if (ts.isJsxText(node)) show(node.text)
    if (
      ts.isJsxAttribute(node) &&
      SPOKEN.has(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer)
    ) {
      show(node.initializer.text)
    }
    ts.forEachChild(node, visit)
  }
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  visit(ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true, kind))
  return { path, texts, patterns, shown, refusals }
}

/** Empty for a template that matches every key or none. */
function patternOf(node: ts.TemplateExpression): RegExp[] {
  const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
  const fixed = parts.join('')
  if (!/^\w+$/.test(fixed)) return []
  return ['(\\w+)', '(\\w+?)'].map((some) => new RegExp(`^${parts.join(some)}$`))
}

/** Position of the code among the type arguments. */
const CODE_AT: Readonly<Record<string, number>> = { Outcome: 1, Refused: 0, Refusal: 0 }

/** Of `refuse('a')`, `type XRefusal = 'a' | 'b'`, `Outcome<Value, 'a'>`, and `{ code: 'a', facts }`, which is a refusal written out. */
function refusalsOf(node: ts.Node): string[] {
  if (ts.isCallExpression(node) && node.expression.getText() === 'refuse') return codesOf(node.arguments[0])
  if (ts.isTypeAliasDeclaration(node) && node.name.text.endsWith('Refusal')) return codesOf(node.type)
  if (ts.isTypeReferenceNode(node)) return codesOf(node.typeArguments?.[CODE_AT[node.typeName.getText()] ?? -1])
  if (!ts.isObjectLiteralExpression(node)) return []
  const values = new Map(
    node.properties.map((each) => [each.name?.getText(), ts.isPropertyAssignment(each) ? each.initializer : undefined]),
  )
  return values.has('facts') ? codesOf(values.get('code')) : []
}

/** Every literal that a type or expression can be; imported ones are found at their source. */
function codesOf(node: ts.Node | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isLiteralTypeNode(node)) return codesOf(node.literal)
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(codesOf)
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(codesOf)
  return []
}
