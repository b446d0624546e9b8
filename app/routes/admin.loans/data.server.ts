// Loader of loans: totals by asset and single loans, as reported by accounts; requests are in their queue.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loanBook } from '#services/loan/book'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader(asked: LoaderFunctionArgs) {
  await requireStaff(asked, 'reports:read')
  const { env } = asked.context
  return {
    ...deskPage(asked.request, 'loans'),
    texts: broughtTexts(readLanguage(asked.request), 'loan'),
    book: await loanBook(env),
  }
}
