// A receipt by its name. It is public, names no person, and is checked again here by the formula that settled.

import { createHash, createHmac } from 'node:crypto'
import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { type Receipt, checkReceipt } from '#domain/receipt'
import { readReceipt } from '#services/futures-terms'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'
import { RECEIPT_KINDS } from './kinds'

const HASHING = {
  sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  hmac: (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex'),
}

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const id = params['id'] ?? ''
  const body = /^[0-9a-f]{64}$/.test(id) ? await readReceipt(env, id) : null
  if (body === null) throw data(null, { status: 404 })
  // Only settlements write receipts, in the shape of their rule.
  const receipt = JSON.parse(body) as Receipt
  const language = readLanguage(request)
  return {
    texts: broughtTexts(language, 'futures'),
    kindTexts: broughtTexts(language, RECEIPT_KINDS[receipt.rule].words),
    title: titleOf(request, 'futures', 'receipt_title'),
    id,
    body,
    receipt,
    isRight: checkReceipt(receipt, HASHING).length === 0,
  }
}
