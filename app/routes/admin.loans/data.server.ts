// Loader of loans: totals by asset and single loans, as reported by accounts; requests are in their queue.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loanBook } from '#services/loan/book'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'reports:read')
  const { env } = args.context
  return {
    ...deskPage(args.request, 'loans'),
    texts: broughtTexts(readLanguage(args.request), 'loan'),
    book: await loanBook(env),
  }
}
