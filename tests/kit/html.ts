// Queries on a page's HTML: visible text, and accessible names and roles of elements.

import { DomUtils, ElementType, parseDocument } from 'htmlparser2'

export type Document = ReturnType<typeof parseDocument>
export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]
type Node = Element['children'][number]
/** Exact text, or a pattern. */
export type Words = string | RegExp

export const parseHtml = (html: string): Document => parseDocument(html)

const UNREAD = new Set(['script', 'style', 'template', 'head', 'title'])
const BLOCKS =
  /^(?:address|article|aside|br|button|dd|details|dialog|div|dl|dt|fieldset|footer|form|h[1-6]|header|hr|label|legend|li|main|nav|ol|option|p|section|summary|table|td|th|tr|ul)$/

const isElement = (node: Pick<Node, 'type'> | null): node is Element => node !== null && ElementType.isTag(node)

/** Elements below `root` that pass, in the order of the page. */
export const findAll = (root: Document | Element, passes: (element: Element) => boolean): Element[] =>
  DomUtils.findAll(passes, root.children)

export const attribute = (element: Element, name: string): string => element.attribs[name] ?? ''
export const has = (element: Element, name: string): boolean => name in element.attribs

/** The nearest element that passes: `element` itself, or one around it. */
export function closest(element: Element, passes: (element: Element) => boolean): Element | undefined {
  for (let at: Element['parent'] = element; isElement(at); at = at.parent) if (passes(at)) return at
  return undefined
}

/** Hidden by HTML itself; hiding by style sheet needs a browser. */
export const isHidden = (element: Element): boolean =>
  closest(element, (at) => has(at, 'hidden') || UNREAD.has(at.name) || (at.name === 'dialog' && !has(at, 'open'))) !==
  undefined

const inOneLine = (text: string): string => text.replace(/[ \t\n\r]+/g, ' ').trim()

/** Visible text, blocks separated by a space; hidden parts omitted. */
export const textOf = (root: Document | Element): string => inOneLine(readNodes(root.children))

const readNodes = (nodes: readonly Node[]): string => nodes.map(readNode).join('')

function readNode(node: Node): string {
  if (node.type === ElementType.Text) return node.data
  if (!isElement(node) || isUnread(node)) return ''
  const text = readNodes(node.children)
  return BLOCKS.test(node.name) ? ` ${text} ` : text
}

const isUnread = (element: Element): boolean =>
  UNREAD.has(element.name) || has(element, 'hidden') || (element.name === 'dialog' && !has(element, 'open'))

export const byId = (document: Document, id: string): Element | undefined =>
  findAll(document, (element) => element.attribs['id'] === id)[0]

/** Text of the elements that an attribute lists by id. */
export const textById = (document: Document, ids: string): string =>
  ids
    .split(/\s+/)
    .filter((id) => id !== '')
    .flatMap((id) => byId(document, id) ?? [])
    .map(textOf)
    .join(' ')

const CONTROLS = new Set(['input', 'select', 'textarea'])
export const isControl = (element: Element): boolean => CONTROLS.has(element.name)

/** The accessible name, by the usual order of what gives one. */
export function nameOf(document: Document, element: Element): string {
  const listed = textById(document, attribute(element, 'aria-labelledby'))
  const own = listed || attribute(element, 'aria-label')
  if (own) return inOneLine(own)
  if (isControl(element)) return nameOfControl(document, element)
  return inOneLine(textOf(element) || altOf(element) || attribute(element, 'title'))
}

function nameOfControl(document: Document, element: Element): string {
  if (/^(?:submit|button|reset)$/.test(attribute(element, 'type'))) return attribute(element, 'value')
  const id = attribute(element, 'id')
  const labels = findAll(
    document,
    (label) =>
      label.name === 'label' &&
      (has(label, 'for') ? id !== '' && attribute(label, 'for') === id : findAll(label, isControl)[0] === element),
  )
  const words = labels.map((label) => inOneLine(readNodes(label.children.filter((node) => !isOrHolds(node, element)))))
  return (
    words.join(' ') ||
    labels.map(labelAround).join(' ') ||
    attribute(element, 'title') ||
    attribute(element, 'placeholder')
  )
}

const isOrHolds = (node: Node, element: Element): boolean =>
  isElement(node) && (node === element || findAll(node, (at) => at === element).length > 0)

/** Text of a label around its control, without the options of a select. */
const labelAround = (label: Element): string =>
  inOneLine(
    findAll(label, (at) => !isControl(at) && findAll(at, isControl).length === 0 && !closest(at, isControl))
      .map(textOf)
      .join(' '),
  )

const altOf = (element: Element): string =>
  findAll(element, ({ name }) => name === 'img' || name === 'svg')
    .map((image) => attribute(image, 'alt') || attribute(image, 'aria-label'))
    .join(' ')

export const matches = (text: string, words: Words): boolean =>
  typeof words === 'string' ? text === words : words.test(text)
