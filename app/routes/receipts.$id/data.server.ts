// A receipt by its name. It is public, names no person, and is checked again here by the formula that settled.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { type Receipt, checkReceipt } from '#domain/receipt'
import { readReceipt } from '#services/futures-terms'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const id = params['id'] ?? ''
  const body = /^[0-9a-f]{64}$/.test(id) ? await readReceipt(env, id) : null
  if (body === null) throw data(null, { status: 404 })
  // Only settlements write receipts, in the shape of their rule.
  const receipt = JSON.parse(body) as Receipt
  return {
    texts: broughtTexts(readLanguage(request), 'futures'),
    optionTexts: broughtTexts(readLanguage(request), 'options'),
    title: titleOf(request, 'futures', 'receipt_title'),
    id,
    body,
    receipt,
    isRight: checkReceipt(receipt).length === 0,
  }
}
