// Command id of a form: a form sent twice is one command and gets the first result.

import { hashText } from '#domain/text-hash'
import { textFieldsOf } from '../site/revalidation'

/**
 * Command id: the page's id plus a hash of the form fields. One page id serves all its buttons, so another button or
 * amount makes another command.
 */
export function commandIdOf(form: FormData): string {
  const { commandId = '', ...asked } = textFieldsOf(form)
  return `${commandId || crypto.randomUUID()}.${hashText(JSON.stringify(asked)).toString(36)}`
}
