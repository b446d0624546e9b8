// Bills as a file: /assets/export plus the list's filters.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { eachBillPage } from '#services/bills'
import { billText, walletText } from '#services/words'
import { billRange, readBillChoice } from '../lists/bill-choice'
import { ownFile } from '../lists/own-file.server'
import { isoInstant } from '../text/dates'
import { pageI18n } from '../text/i18n.server'
import { readLanguage, readOffset, requireSession } from '../visitor/visitor.server'

/** CSV export of all bills, exact. */
const HEADS = ['time', 'reason', 'wallet', 'asset', 'change', 'after', 'reference'] as const

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { env } = context
  const session = await requireSession(request, env)
  const [language, offset] = [readLanguage(request), readOffset(request)]
  const choice = readBillChoice(new URL(request.url).searchParams)
  return ownFile(request, {
    name: 'bills',
    heads: HEADS.map((key) => pageI18n(language).t(key, { ns: 'wallet' })),
    pages: eachBillPage(env, session, billRange(choice, offset)),
    fieldsOf: (bill) => [
      isoInstant(bill.at, offset),
      billText(language, bill),
      walletText(language, bill.wallet),
      bill.code,
      bill.value,
      bill.after,
      bill.ref,
    ],
  })
}
