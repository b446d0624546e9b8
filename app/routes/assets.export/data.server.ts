// Bills as comma-separated values, all of them, to the last unit. Written while they are read, so that a long history is no burden.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type BillLine, eachBillPage } from '#services/bills'
import { billReasonText, walletText } from '#services/words'
import type { Language } from '#domain/language'
import { billRange, readBillChoice } from '../../bill-choice'
import { BYTE_ORDER_MARK, csvLine } from '../../text/csv'
import { isoInstant } from '../../text/dates'
import { sayWords } from '../../text/say'
import { serverWords } from '../../text/server-words.server'
import { readLanguage, readOffset, requireSession, valueOf } from '../../visitor.server'

const HEADS = ['time', 'reason', 'wallet', 'asset', 'change', 'after', 'reference'] as const

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { env } = context
  const session = await requireSession(request, env)
  const [language, offset] = [readLanguage(request), readOffset(request)]
  const pages = eachBillPage(env, session, billRange(readBillChoice(new URL(request.url).searchParams), offset))
  const first = await pages.next()
  const rowsOf = (page: typeof first) => (page.done ? [] : valueOf(request, page.value))
  // Before the file begins: whose session is over is led to the login page.
  const newest = rowsOf(first)
  const linesOf = (bills: readonly BillLine[]) => bills.map((bill) => billLine(bill, { language, offset })).join('')

  const encoder = new TextEncoder()
  const head =
    BYTE_ORDER_MARK + csvLine(HEADS.map((key) => sayWords(serverWords(language), { feature: 'wallet', key })))
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head + linesOf(newest))),
    pull: async (controller) => {
      const page = await pages.next()
      if (page.done) controller.close()
      else controller.enqueue(encoder.encode(linesOf(rowsOf(page))))
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="bills.csv"',
      'Cache-Control': 'no-store',
    },
  })
}

const billLine = (bill: BillLine, { language, offset }: { language: Language; offset: number }): string =>
  csvLine([
    isoInstant(bill.at, offset),
    billReasonText(language, bill.reason),
    walletText(language, bill.wallet),
    bill.code,
    bill.value,
    bill.after,
    bill.ref,
  ])
