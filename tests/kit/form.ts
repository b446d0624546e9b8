// A form as submitted by a browser without scripts: successful controls in order, plus the pressed button.

import {
  type Document,
  type Element,
  attribute,
  closest,
  findAll,
  has,
  isControl,
  matches,
  nameOf,
  textOf,
} from './html'

/** Text, a choice by its value or words, a tick, or a file. */
export type Entered = string | boolean | File

export interface Sending {
  readonly method: 'GET' | 'POST'
  /** As the form writes it: "" is the page itself. */
  readonly action: string
  readonly body: URLSearchParams | FormData
}

export class Form {
  readonly #document: Document
  readonly #form: Element
  readonly #button: Element | undefined
  readonly #send: (sending: Sending) => Promise<unknown>
  readonly #entered = new Map<Element, Entered>()
  readonly #left = new Set<Element>()

  constructor(
    document: Document,
    form: Element,
    button: Element | undefined,
    send: (sending: Sending) => Promise<unknown>,
  ) {
    this.#document = document
    this.#form = form
    this.#button = button
    this.#send = send
  }

  /** Fills fields by label, else by `name`. */
  fill(fields: Readonly<Record<string, Entered>>): this {
    for (const [label, value] of Object.entries(fields)) this.#entered.set(this.#find(label), value)
    return this
  }

  /** Unticks a box of a group, by its name and value. */
  untick(name: string, value: string): this {
    const box = this.#controls().find((at) => attribute(at, 'name') === name && attribute(at, 'value') === value)
    if (!box) throw new Error(`no box "${name}" with the value "${value}"`)
    this.#entered.set(box, false)
    return this
  }

  /** Omits a field, as a program may. */
  without(label: string): this {
    this.#left.add(this.#find(label))
    return this
  }

  /** Values by name as the form sends them. */
  get values(): [string, string | File][] {
    return this.#entries()
  }

  async sendRaw(): Promise<unknown> {
    return this.#send(this.sending())
  }

  sending(): Sending {
    if (!this.#isNoValidate()) this.#check()
    const method =
      (this.#ofButton('formmethod') || attribute(this.#form, 'method')).toUpperCase() === 'POST' ? 'POST' : 'GET'
    const isMultipart = /multipart/i.test(this.#ofButton('formenctype') || attribute(this.#form, 'enctype'))
    const action = this.#ofButton('formaction') || attribute(this.#form, 'action')
    const entries = this.#entries()
    if (method === 'POST' && isMultipart) {
      const body = new FormData()
      for (const [name, value] of entries) body.append(name, value)
      return { method, action, body }
    }
    const body = new URLSearchParams(
      entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    )
    return { method, action, body }
  }

  #ofButton(name: string): string {
    return this.#button ? attribute(this.#button, name) : ''
  }

  #isNoValidate(): boolean {
    return has(this.#form, 'novalidate') || (this.#button !== undefined && has(this.#button, 'formnovalidate'))
  }

  /** Controls inside the form and controls with a `form` attribute, in document order. */
  #controls(): Element[] {
    const id = attribute(this.#form, 'id')
    return findAll(this.#document, (element) => {
      if (!isControl(element) && element.name !== 'button') return false
      if (has(element, 'form')) return id !== '' && attribute(element, 'form') === id
      return closest(element, (at) => at.name === 'form') === this.#form
    })
  }

  #find(label: string): Element {
    const controls = this.#controls().filter(isControl)
    const named = controls.filter((control) => matches(nameOf(this.#document, control), label))
    const [found, second] =
      named.length > 0 ? named : controls.filter((control) => attribute(control, 'name') === label)
    if (!found || (second && attribute(found, 'type') !== 'radio')) {
      const names = controls.map((control) => nameOf(this.#document, control) || attribute(control, 'name'))
      throw new Error(
        `${found ? 'more than one field is' : 'no field is'} called "${label}" among: ${names.join(' | ')}`,
      )
    }
    return found
  }

  #entries(): [string, string | File][] {
    return this.#controls().flatMap((control) => {
      const name = attribute(control, 'name')
      if (name === '' || isDisabled(control) || this.#left.has(control)) return []
      if (control.name === 'button' || isButtonInput(control))
        return control === this.#button ? [[name, attribute(control, 'value')] as [string, string]] : []
      const value = this.#valueOf(control)
      return value === null
        ? []
        : [[name, typeof value === 'string' ? value.replace(/\r?\n/g, '\r\n') : value] as [string, string | File]]
    })
  }

  /** The control's submitted value; null for an unsuccessful control. */
  #valueOf(control: Element): string | File | null {
    const entered = this.#entered.get(control)
    const type = attribute(control, 'type')
    if (type === 'checkbox' || type === 'radio') {
      const isOn =
        type === 'radio' && this.#isAnotherChosen(control)
          ? false
          : entered === undefined
            ? has(control, 'checked')
            : entered === true
      return isOn ? (control.attribs['value'] ?? 'on') : null
    }
    if (type === 'file') return entered instanceof File ? entered : new File([], '')
    if (control.name === 'select') return chosenOf(control, entered)
    return typeof entered === 'string' ? entered : valueOfControl(control)
  }

  /** Of radio buttons with one name, choosing one takes the choice from the others. */
  #isAnotherChosen(control: Element): boolean {
    return [...this.#entered].some(
      ([other, value]) =>
        value === true &&
        other !== control &&
        attribute(other, 'type') === 'radio' &&
        attribute(other, 'name') === attribute(control, 'name'),
    )
  }

  /** A browser does not send a form whose fields break their own rules. */
  #check(): void {
    for (const control of this.#controls().filter((at) => isControl(at) && !isDisabled(at) && !has(at, 'readonly'))) {
      const value = this.#valueOf(control)
      const isEmpty = value === null || value === '' || (value instanceof File && value.name === '')
      const name = nameOf(this.#document, control) || attribute(control, 'name')
      if (has(control, 'required') && isEmpty && !this.#isChoiceMade(control))
        throw new Error(`the browser asks for "${name}" first`)
      const pattern = attribute(control, 'pattern')
      if (pattern && typeof value === 'string' && value !== '' && !new RegExp(`^(?:${pattern})$`, 'v').test(value))
        throw new Error(`the browser does not send "${value}" as "${name}"`)
    }
  }

  #isChoiceMade(control: Element): boolean {
    if (attribute(control, 'type') !== 'radio') return false
    const isOfGroup = (at: Element) => attribute(at, 'name') === attribute(control, 'name')
    return this.#controls().some((at) => isOfGroup(at) && this.#valueOf(at) !== null)
  }
}

const isButtonInput = (control: Element): boolean =>
  control.name === 'input' && /^(?:submit|button|reset|image)$/.test(attribute(control, 'type'))

const isDisabled = (control: Element): boolean =>
  has(control, 'disabled') || closest(control, (at) => at.name === 'fieldset' && has(at, 'disabled')) !== undefined

/** Initial value of a control in the received HTML. */
export const valueOfControl = (control: Element): string => {
  if (control.name === 'select') return chosenOf(control, undefined) ?? ''
  if (control.name === 'textarea')
    return control.children
      .map((node) => ('data' in node ? node.data : ''))
      .join('')
      .replace(/^\n/, '')
  return attribute(control, 'value')
}

function chosenOf(select: Element, entered: Entered | undefined): string | null {
  const options = findAll(select, ({ name }) => name === 'option')
  const valueOf = (option: Element) => option.attribs['value'] ?? textOf(option)
  if (typeof entered === 'string') {
    const option = options.find((at) => valueOf(at) === entered || textOf(at) === entered)
    if (!option) throw new Error(`no choice "${entered}" among: ${options.map(textOf).join(' | ')}`)
    return valueOf(option)
  }
  const chosen =
    options.findLast((option) => has(option, 'selected')) ?? options.find((option) => !has(option, 'disabled'))
  return chosen ? valueOf(chosen) : null
}

/** Buttons that send the form they belong to. */
export const isSubmit = (element: Element): boolean =>
  element.name === 'button'
    ? !/^(?:button|reset)$/.test(attribute(element, 'type'))
    : element.name === 'input' && attribute(element, 'type') === 'submit'
