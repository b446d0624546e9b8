// Command id of a form: a form sent twice is one command and gets the first result.

import { hashText } from '#domain/text-hash'
import { textFieldsOf } from '../site/revalidation'
import { fieldOf } from '../visitor/visitor.server'

/** Leaves room for what a form appends: an Account takes ids of up to 80 characters. */
const PAGE_ID = /^[\w.:-]{1,60}$/

/** Id that the page gave its forms; a fresh one where the form has none. */
export function readPageId(form: FormData): string {
  const id = fieldOf(form, 'commandId') || crypto.randomUUID()
  if (!PAGE_ID.test(id)) throw new Response('command_id_malformed', { status: 400 })
  return id
}

/**
 * Command id: the page's id plus a hash of the form fields. One page id serves all its buttons, so another button or
 * amount makes another command.
 */
export function commandIdOf(form: FormData): string {
  const { commandId: _pageId, ...asked } = textFieldsOf(form)
  return `${readPageId(form)}.${hashText(JSON.stringify(asked)).toString(36)}`
}
