// A page as a visitor without scripts reads it: status, headers, text, links, forms, field errors and tables.

import { Form, type Sending, isSubmit, valueOfControl } from './form'
import {
  type Document,
  type Element,
  type Words,
  attribute,
  byId,
  closest,
  findAll,
  has,
  isControl,
  isHidden,
  matches,
  nameOf,
  parseHtml,
  textById,
  textOf,
} from './html'

/** Opens an address or sends a form from this page. */
export type Follow = (to: string, sending?: Sending) => Promise<Page>

export class Page {
  readonly #follow: Follow
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly html: string
  readonly document: Document

  constructor(answer: { url: URL; status: number; headers: Headers; html: string }, follow: Follow) {
    this.url = answer.url
    this.status = answer.status
    this.headers = answer.headers
    this.html = answer.html
    this.document = parseHtml(answer.html)
    this.#follow = follow
  }

  /** "/assets?wallet=legal" */
  get path(): string {
    return this.url.pathname + this.url.search
  }

  get title(): string {
    const [title] = findAll(this.document, ({ name }) => name === 'title')
    return title
      ? title.children
          .map((node) => ('data' in node ? node.data : ''))
          .join('')
          .trim()
      : ''
  }

  /** Of the first `h1`. */
  get heading(): string {
    const [heading] = this.all(({ name }) => name === 'h1')
    return heading ? textOf(heading) : ''
  }

  /** All visible text of the page. */
  get text(): string {
    return textOf(this.document)
  }

  /** Text of the page's own part, without its frame. */
  get main(): string {
    const [main] = findAll(this.document, ({ name }) => name === 'main')
    return main ? textOf(main) : ''
  }

  /** Text of the page's alert; "" without one. */
  get problem(): string {
    return this.#said('alert')
  }

  /** Text of the page's status message. */
  get notice(): string {
    return this.#said('status')
  }

  #said(role: string): string {
    return this.all((element) => attribute(element, 'role') === role)
      .map(textOf)
      .filter((text) => text !== '')
      .join(' ')
  }

  /** Elements of the page that pass, without hidden ones. */
  all(passes: (element: Element) => boolean): Element[] {
    return findAll(this.document, passes).filter((element) => !isHidden(element))
  }

  /** Texts of the elements with an attribute of this value: `marked('data-figure', 'owed')`. */
  marked(name: string, value?: string): string[] {
    return this.all((element) => (value === undefined ? has(element, name) : element.attribs[name] === value)).map(
      textOf,
    )
  }

  /** Names and targets of links. */
  get links(): { readonly name: string; readonly to: string }[] {
    return this.all((element) => element.name === 'a' && has(element, 'href')).map((link) => ({
      name: nameOf(this.document, link),
      to: attribute(link, 'href'),
    }))
  }

  /** Target of the link with this name. Several links with one name and one target count as one. */
  link(name: Words): string {
    const found = new Set(this.links.filter((link) => matches(link.name, name)).map(({ to }) => to))
    const [to] = found
    if (to === undefined || found.size > 1)
      throw new Error(
        `${found.size} links are called "${name}" on ${this.path}: ${this.links.map((link) => link.name).join(' | ')}`,
      )
    return to
  }

  click(name: Words): Promise<Page> {
    return this.#follow(this.link(name))
  }

  hasButton(name: Words): boolean {
    return this.#buttons(name).length > 0
  }

  /** The form of the button with this name; with several `at` is the index (-1 for the last). Buttons in `main` come first. */
  form(name: Words, at?: number): SentForm {
    const buttons = this.#buttons(name)
    const own = buttons.filter((button) => closest(button, (around) => around.name === 'main'))
    const found = own.length > 0 ? own : buttons
    const button = found.at(at ?? 0)
    if (!button || (at === undefined && found.length > 1)) {
      const names = this.all(isSubmit).map((each) => nameOf(this.document, each))
      throw new Error(`${found.length} buttons are called "${name}" on ${this.path}: ${names.join(' | ')}`)
    }
    if (has(button, 'disabled')) throw new Error(`the button "${name}" on ${this.path} is disabled`)
    const form = has(button, 'form')
      ? byId(this.document, attribute(button, 'form'))
      : closest(button, (around) => around.name === 'form')
    if (!form) throw new Error(`the button "${name}" on ${this.path} sends no form`)
    return new SentForm(this.document, form, button, (sending) => this.#follow(sending.action, sending))
  }

  /** Submits a form unchanged by pressing a button. */
  press(name: Words, at?: number): Promise<Page> {
    return this.form(name, at).send()
  }

  #buttons(name: Words): Element[] {
    return this.all(isSubmit).filter((button) => matches(nameOf(this.document, button), name))
  }

  /** Value of a field, found by its label, else by its `name`. */
  field(label: Words): string {
    return valueOfControl(this.#field(label))
  }

  /** Error text of a field marked invalid; "" for a valid field. */
  problemAt(label: Words): string {
    const field = this.#field(label)
    if (attribute(field, 'aria-invalid') !== 'true') return ''
    return textById(this.document, `${attribute(field, 'aria-errormessage')} ${attribute(field, 'aria-describedby')}`)
  }

  isTicked(label: Words): boolean {
    return has(this.#field(label), 'checked')
  }

  #field(label: Words): Element {
    const fields = this.all(isControl)
    const [named] = fields.filter((field) => matches(nameOf(this.document, field), label))
    const found = named ?? fields.find((field) => attribute(field, 'name') === label)
    if (found) return found
    throw new Error(
      `no field is called "${label}" on ${this.path}: ${fields.map((field) => nameOf(this.document, field)).join(' | ')}`,
    )
  }

  /** Rows of the tables, cell by cell, heads among them. */
  get rows(): string[][] {
    return this.all(({ name }) => name === 'tr').map((row) =>
      findAll(row, ({ name }) => name === 'td' || name === 'th').map(textOf),
    )
  }
}

class SentForm extends Form {
  async send(): Promise<Page> {
    // A form of a Page always sends to a Page.
    return (await this.sendRaw()) as Page
  }
}
