// The part of Markdown that the rules are written in: headings, paragraphs, lists and code.

export type TextBlock =
  | { readonly kind: 'heading' | 'text' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'steps'; readonly start: number; readonly items: readonly string[] }

const STEP = /^(\d+)\. /

export const readBlocks = (text: string): TextBlock[] => partsOf(text).map(readBlock)

/** Parts between empty lines; code may have empty lines of its own. */
const partsOf = (text: string): string[] => text.match(/^```\n[^]*?\n```$|^\S[^]*?(?=\n\n|\n*$(?![^]))/gm) ?? []

function readBlock(part: string): TextBlock {
  const lines = part.split('\n')
  if (part.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') }
  if (part.startsWith('## ')) return { kind: 'heading', text: part.slice(3) }
  if (part.startsWith('- ')) return { kind: 'list', items: lines.map((line) => line.slice(2)) }
  const [, number] = STEP.exec(part) ?? []
  if (number === undefined) return { kind: 'text', text: part }
  return { kind: 'steps', start: parseInt(number, 10), items: lines.map((line) => line.replace(STEP, '')) }
}
