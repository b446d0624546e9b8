// The id of the command that a form asks for: a form that is sent twice is one command, and gets the first outcome again.

import { hashText } from '#domain/text-hash'
import { textFieldsOf } from '../site/revalidation'

/**
 * The id that the page was drawn with, and what the form asks for. A page is drawn with one id for all its buttons, so another button or
 * another amount is another command.
 */
export function commandIdOf(form: FormData): string {
  const { commandId = '', ...asked } = textFieldsOf(form)
  return `${commandId || crypto.randomUUID()}.${hashText(JSON.stringify(asked)).toString(36)}`
}
