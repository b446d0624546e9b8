// Loader of a user's alerts for the desk, open and ended, newest first.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listUserAlerts } from '#services/desk/alerts'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { alertPrice, alertWaits } from '../../lists/alert-words'
import { PAGE_SIZE, idOf, readPage } from '../../lists/query'
import { pageI18n } from '../../text/i18n.server'
import { numbersIn } from '../../text/numbers'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'users:read')
  const userId = idOf(args.params['id'])
  const page = readPage(args.request)
  const found = await listUserAlerts(args.context.env, userId, { page, limit: PAGE_SIZE })
  if (!found) throw new Response(null, { status: 404 })
  const language = readLanguage(args.request)
  const numbers = numbersIn(language)
  const t = pageI18n(language).getFixedT(null, 'alerts')
  return {
    ...deskPage(args.request, 'alerts_of', { user: String(userId) }),
    userId,
    rows: found.rows.map((row) => ({
      alertNo: row.alertNo,
      setAt: row.setAt,
      pair: row.symbol.replace('-', '/'),
      waits: alertWaits(row, { t, numbers }),
      told: row.toldSteps === null ? '—' : alertPrice(numbers, row, row.toldSteps),
      state: t(`state_${row.state}`),
    })),
    total: found.total,
    page,
  }
}
