// Bills as a file: /assets/export and what the list is narrowed by.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { eachBillPage } from '#services/bills'
import { billReasonText, walletText } from '#services/words'
import { billRange, readBillChoice } from '../lists/bill-choice'
import { ownFile } from '../lists/own-file.server'
import { isoInstant } from '../text/dates'
import { sayWords } from '../text/say'
import { serverWords } from '../text/server-words.server'
import { readLanguage, readOffset, requireSession } from '../visitor/visitor.server'

/** Bills as comma-separated values, all of them, to the last unit. */
const HEADS = ['time', 'reason', 'wallet', 'asset', 'change', 'after', 'reference'] as const

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { env } = context
  const session = await requireSession(request, env)
  const [language, offset] = [readLanguage(request), readOffset(request)]
  const choice = readBillChoice(new URL(request.url).searchParams)
  return ownFile(request, {
    name: 'bills',
    heads: HEADS.map((key) => sayWords(serverWords(language), { feature: 'wallet', key })),
    pages: eachBillPage(env, session, billRange(choice, offset)),
    fieldsOf: (bill) => [
      isoInstant(bill.at, offset),
      billReasonText(language, bill.reason),
      walletText(language, bill.wallet),
      bill.code,
      bill.value,
      bill.after,
      bill.ref,
    ],
  })
}
