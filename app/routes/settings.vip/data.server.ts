// Loader of VIP levels; for users also their level and fees.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadFeeSchedule } from '#services/promotion/fee-schedule'
import { readSession } from '#session/session'
import { answerOr } from '../../site/failures.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await readSession(request, env)
  const schedule = session && (await answerOr(loadFeeSchedule(env, session, Date.now()), null))
  return { title: titleOf(request, 'promotion', 'vip_title'), own: schedule?.ok ? schedule.value : null }
}
