// Loader of a public receipt: contains no personal data; recomputed here by the settlement formula.

import { createHash, createHmac } from 'node:crypto'
import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { type Receipt, checkReceipt } from '#domain/receipt'
import { readReceipt } from '#services/futures-terms'
import { readIeoReceipt } from '#services/ieo/receipt'
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
  const body = await readBody(env, id)
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

/** Allotments are receipts of the published list, by the number of their application; the others are kept under the hash of their text. */
async function readBody(env: Env, id: string): Promise<string | null> {
  if (/^[0-9a-f]{64}$/.test(id)) return readReceipt(env, id)
  const [, claim] = /^ieo-([1-9]\d{0,14})$/.exec(id) ?? []
  const receipt = claim === undefined ? null : await readIeoReceipt(env, parseInt(claim, 10))
  return receipt && JSON.stringify(receipt)
}
