// Deposits and withdrawals as a file: /assets/requests/export plus the list's filters.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { eachRecordPage } from '#services/funds/records'
import { fundsStateText } from '#services/words'
import { readRequestChoice } from '../lists/request-choice'
import { ownFile } from '../lists/own-file.server'
import { isoInstant } from '../text/dates'
import { pageI18n } from '../text/i18n.server'
import { readLanguage, readOffset, requireSession } from '../visitor/visitor.server'
import type { WordKey } from '../../locales/key'

/** CSV export of all deposits and withdrawals, exact. */
const HEADS = [
  'time',
  'kind',
  'coin',
  'network',
  'amount',
  'fee',
  'arrival',
  'state',
  'to_where',
  'memo',
  'transaction',
  'reason',
] as const satisfies readonly WordKey<'funds'>[]

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { env } = context
  const session = await requireSession(request, env)
  const [language, offset] = [readLanguage(request), readOffset(request)]
  const { filter } = readRequestChoice(new URL(request.url).searchParams)
  const say = (key: WordKey<'funds'>) => pageI18n(language).t(key, { ns: 'funds' })
  return ownFile(request, {
    name: 'requests',
    heads: HEADS.map(say),
    pages: eachRecordPage(env, session, filter),
    fieldsOf: (row) => [
      isoInstant(row.createdAt, offset),
      say(row.type === 'deposit' ? 'deposit' : 'withdraw'),
      row.code,
      row.network,
      row.amount,
      row.fee,
      row.arrival,
      fundsStateText(language, row.state),
      row.target,
      row.memo,
      row.txId,
      row.reason,
    ],
  })
}
