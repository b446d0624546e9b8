// Loader of the desk's page of late, stuck and failing parts.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { ABOUT, ALARMS, type AlarmName } from '#domain/operating/alarms'
import type { Labels } from '#domain/operating/metrics'
import { siteNow } from '#services/operating/now'
import { deskPage, requireStaff } from '../../admin/enter.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'reports:read')
  const now = Date.now()
  const { ringing, events, hooks, measuredAt } = await siteNow(args.context.env, now)
  return {
    ...deskPage(args.request, 'now_title'),
    ringing: ringing.map(({ alarm, labels, since, value }) => {
      const { urgency, about, metric } = ALARMS[alarm]
      return { alarm, where: whereOf(labels), since, value, urgency, about, metric, page: pageOf(alarm, labels) }
    }),
    events: events.map(({ id, at, alarm, labels, state }) => ({ id, at, alarm, state, where: whereOf(labels) })),
    hooks,
    measuredAt,
    now,
  }
}

const whereOf = (labels: Labels): string => Object.values(labels).join(', ')

/** Each review kind has its own queue page. */
const pageOf = (alarm: AlarmName, { kind }: Labels): string =>
  alarm === 'ReviewsLate' && kind ? `/admin/queue/${kind}` : ABOUT[ALARMS[alarm].about].page
