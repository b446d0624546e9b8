// Loader of house risk per product and symbol, and the ledger of the insurance fund.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { encodeAmount } from '#domain/money/amount'
import { houseRisk, insuranceEntries, insuranceTotal } from '#services/house-risk'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'reports:read')
  const { env } = args.context
  const page = readPage(args.request)
  const [rows, entries] = await Promise.all([houseRisk(env), insuranceEntries(env, { page, limit: PAGE_SIZE })])
  return {
    ...deskPage(args.request, 'risk'),
    texts: broughtTexts(readLanguage(args.request), 'futures'),
    rows,
    entries,
    fund: encodeAmount(insuranceTotal(rows)),
    page,
  }
}
