// Deposits and withdrawals as comma-separated values, to the last unit.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type FundsRecord, eachRecordPage } from '#services/funds/records'
import { fundsStateText } from '#services/words'
import { readRequestChoice } from '../../forms/request-choice'
import { BYTE_ORDER_MARK, csvLine } from '../../text/csv'
import { isoInstant } from '../../text/dates'
import { sayWords } from '../../text/say'
import { serverWords } from '../../text/server-words.server'
import type { WordKey } from '../../text/words'
import { readLanguage, readOffset, requireSession, valueOf } from '../../visitor.server'

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
  const say = (key: WordKey<'funds'>) => sayWords(serverWords(language), { feature: 'funds', key })
  const lines: string[] = []
  for await (const page of eachRecordPage(env, session, filter)) {
    for (const row of valueOf(request, page)) lines.push(lineOf(row))
  }
  const body = BYTE_ORDER_MARK + csvLine(HEADS.map(say)) + lines.join('')
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="requests.csv"',
      'Cache-Control': 'no-store',
    },
  })

  function lineOf(row: FundsRecord): string {
    return csvLine([
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
    ])
  }
}
