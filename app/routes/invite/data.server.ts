// Loader of invitations: code, link, commission rate, invited users.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { VIP_LEVELS, vipLevel } from '#domain/promotion/vip'
import { getProfile } from '#services/profile'
import { loadTeam } from '#services/promotion/invitation'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const { origin } = new URL(request.url)
  const page = readPage(request)
  const [profile, team] = await Promise.all([
    getProfile(env, session),
    loadTeam(env, session, { page, limit: PAGE_SIZE }),
  ])
  const { inviteCode, level } = valueOf(request, profile)
  const { rows, total, earned } = valueOf(request, team)
  return {
    title: titleOf(request, 'promotion', 'invite_title'),
    inviteCode,
    link: `${origin}/register?code=${encodeURIComponent(inviteCode)}`,
    share: vipLevel(level).rebateShare,
    shares: { from: vipLevel(0).rebateShare, to: vipLevel(VIP_LEVELS.length - 1).rebateShare },
    team: { rows, total, page },
    earned: earned.map(({ asset: { code, scale }, amount }) => ({ code, scale, amount })),
  }
}
