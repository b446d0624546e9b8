// A visitor without a browser: asks the served app over HTTP, keeps cookies, follows redirects, and sends forms as a browser without scripts does.

import { inject } from 'vitest'
import type { Language } from '#domain/language'
import { again } from '../../scripts/lib/again.mjs'
import type { Sending } from './form'
import { Page } from './page'
import type { OpenedPerson, PersonWishes } from './people'

/** Programs are drawn the whole page, people its frame first: a visitor is one of the people. */
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) visitor'
const REDIRECTS_MAX = 10

export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: URLSearchParams | FormData | string
}

export class Visitor {
  readonly cookies: Map<string, string>
  readonly origin: string

  constructor({
    language = 'en',
    cookies = [],
    origin = inject('appUrl'),
  }: { language?: Language; cookies?: Iterable<readonly [string, string]>; origin?: string } = {}) {
    this.origin = origin
    this.cookies = new Map([['cm_language', language], ['cm_terminal', 'k0'], ...cookies])
  }

  /** Sends one request; redirects aren't followed. */
  async ask(path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Response> {
    const url = new URL(path, this.origin)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await again(() =>
      fetch(url, {
        method,
        redirect: 'manual',
        headers: {
          Accept: 'text/html,application/xhtml+xml',
          'User-Agent': AGENT,
          ...(cookie && { Cookie: cookie }),
          ...(method !== 'GET' && { Origin: this.origin }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      }),
    )
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return answer
  }

  /** The page at the end of its redirects. */
  open(path: string): Promise<Page> {
    return this.#load(new URL(path, this.origin), {})
  }

  async #load(from: URL, first: Ask): Promise<Page> {
    let [url, ask] = [from, first]
    for (let turn = 0; turn <= REDIRECTS_MAX; turn += 1) {
      if (url.origin !== this.origin) throw new Error(`led away to ${url.href}`)
      const answer = await this.ask(url.pathname + url.search, ask)
      const to = answer.headers.get('Location')
      if (answer.status < 300 || answer.status >= 400 || to === null) return this.#page(url, answer)
      await answer.body?.cancel()
      // Only these two keep the method and the form.
      if (answer.status !== 307 && answer.status !== 308) ask = {}
      url = new URL(to, url)
    }
    throw new Error(`${from.pathname} is redirected more than ${REDIRECTS_MAX} times`)
  }

  async #page(url: URL, answer: Response): Promise<Page> {
    const { status, headers } = answer
    return new Page({ url, status, headers, html: await answer.text() }, (to, sending) => {
      const next = to === '' ? new URL(url) : new URL(to, url)
      return sending ? this.#submit(next, sending) : this.#load(next, {})
    })
  }

  #submit(to: URL, { method, body }: Sending): Promise<Page> {
    if (method === 'POST') return this.#load(to, { method, body })
    const url = new URL(to)
    url.search = new URLSearchParams(
      [...body].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    ).toString()
    return this.#load(url, {})
  }

  #keep(line: string): void {
    const [pair = '', ...parts] = line.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    const isOver = parts.some((part) => /^\s*max-age=(?:0|-\d+)\s*$/i.test(part))
    if (isOver) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(at + 1).trim())
  }
}

export interface Person extends Visitor {
  readonly userId: number
  readonly email: string
}

/** A logged-in user with play money. Registration and login have their own tests. */
export async function openPerson(wishes: PersonWishes = {}): Promise<Person> {
  const answer = await fetch(inject('peopleUrl'), { method: 'POST', body: JSON.stringify(wishes) })
  if (!answer.ok) throw new Error(await answer.text())
  // What people.ts answers.
  const { userId, email, token } = await answer.json<OpenedPerson>()
  const visitor = new Visitor({ language: wishes.language ?? 'en', cookies: [['cm_session', token]] })
  return Object.assign(visitor, { userId, email })
}

/** A logged-in member of the desk. */
export const openAtDesk = (token: string, origin = inject('appUrl')): Visitor =>
  new Visitor({ cookies: [['cm_staff', token]], origin })
