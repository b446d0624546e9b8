// A desk member finds a review in its queue, claims it and decides it, on the desk's own pages.

import { inject } from 'vitest'
import desk from '../../locales/en/desk.json'
import type { DeskTokens } from './desk-sessions'
import { attribute, findAll, textOf } from './html'
import type { Page } from './page'
import { Visitor, openAtDesk } from './visitor'

export interface Decision {
  /** Words of the review's row; by default the first row of the queue. */
  readonly whose?: string
  /** With a reason the verdict is a rejection. */
  readonly reason?: string
}

export type DeskPerson = keyof DeskTokens

export const atWork = (who: DeskPerson): Visitor => openAtDesk(inject('deskTokens')[who])

const rowsOf = (page: Page, whose: string) =>
  page.all((element) => element.name === 'tr' && textOf(element).includes(whose))

/** What the first row of a queue with these words says. */
export async function queueRow(visitor: Visitor, queue: string, whose: string): Promise<string> {
  const [row] = rowsOf(await visitor.open(`/admin/queue/${queue}`), whose)
  return row ? textOf(row) : ''
}

/** Page of the first review in the queue whose row contains these words. */
export async function openReview(visitor: Visitor, queue: string, whose = ''): Promise<Page> {
  const page = await visitor.open(`/admin/queue/${queue}`)
  const isReview = (to: string) => /^\/admin\/reviews\/\d+$/.test(to)
  const [found] = rowsOf(page, whose)
    .flatMap((row) => findAll(row, ({ name }) => name === 'a').map((link) => attribute(link, 'href')))
    .filter(isReview)
  if (found === undefined) throw new Error(`nothing of "${whose}" waits in ${page.path}: ${page.main}`)
  return visitor.open(found)
}

/** Claims and decides the review; returns the result page. */
export async function decideAs(visitor: Visitor, queue: string, { whose = '', reason }: Decision = {}): Promise<Page> {
  const page = await (await openReview(visitor, queue, whose)).press(desk.claim)
  const verdict = reason === undefined ? { [desk.verdict_approve]: true } : { [desk.verdict_reject]: true, reason }
  return page.form(desk.decide).fill(verdict).send()
}

export const decide = (who: DeskPerson, queue: string, decision: Decision = {}): Promise<Page> =>
  decideAs(atWork(who), queue, decision)

/** The link mailed to an address, from the local outbox. */
export async function mailedLink(email: string): Promise<string> {
  const outbox = await (await new Visitor().ask('/outbox')).text()
  const [, after = ''] = outbox.split(`data-target="${email}"`)
  return /\/admin\/enrol\?token=[\w-]+/.exec(after)?.[0] ?? ''
}
