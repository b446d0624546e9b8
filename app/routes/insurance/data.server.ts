// Loader of the insurance fund and open interest per symbol; public, without user data.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { houseRisk, insuranceEntries, loanFunds } from '#services/house-risk'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const page = readPage(request)
  const [risks, loans, entries] = await Promise.all([
    houseRisk(env),
    loanFunds(env),
    insuranceEntries(env, { page, limit: PAGE_SIZE }),
  ])
  return {
    texts: broughtTexts(readLanguage(request), 'futures'),
    title: titleOf(request, 'futures', 'insurance_title'),
    rows: risks.filter(({ product }) => product === 'futures'),
    loans,
    entries,
    page,
  }
}
