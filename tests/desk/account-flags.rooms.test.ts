// "Market maker" and "professional client": granting and withdrawing take two people, and the profile shows the flag.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { declareCustomer } from '#services/desk/own-account'
import { claimReview } from '#services/desk/queue'
import { proposeFlag } from '#services/desk/flag'
import { findUser } from '#services/desk/users'
import { getProfile } from '#services/profile'
import type { Session } from '#session/session'
import {
  type Hired,
  NOON,
  codeOf,
  commandId,
  customer,
  decide,
  hireTeam,
  readFacts,
  reviewOf,
  seed,
  valueOf,
} from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let fiona: Hired, frank: Hired, rita: Hired

beforeAll(async () => {
  await seed()
  ;({ fiona, frank, rita } = await hireTeam())
})

const asking = (userId: number, differs: Partial<Parameters<typeof proposeFlag>[2]> = {}) => ({
  ...({ userId, flag: 'professional', isGranted: true, reason: 'Papers seen.' } as const),
  ...{ commandId: commandId(), at: Date.now() },
  ...differs,
})
const told = async (session: Session) => {
  const { isMarketMaker, isProfessional } = valueOf(await getProfile(env, session))
  return { isMarketMaker, isProfessional }
}

describe('a flag of Carol’s account', () => {
  it('is granted when Fiona has asked and Frank agrees, told by the profile at once, and withdrawn the same way', async () => {
    const carol = await customer('Carol')
    expect(await told(carol)).toEqual({ isMarketMaker: false, isProfessional: false })
    const asked = asking(carol.userId)
    valueOf(await proposeFlag(env, fiona.member, asked))
    const reviewId = await reviewOf(asked.commandId)
    expect(await told(carol)).toEqual({ isMarketMaker: false, isProfessional: false })
    expect(codeOf(await claimReview(env, fiona.member, { reviewId, commandId: commandId(), at: NOON }))).toBe(
      'second_person_needed',
    )
    expect((await readFacts(env, { kind: 'standing', subjectId: asked.commandId, language: 'en' }))?.lines).toEqual([
      { label: 'account', value: 'carol@example.com' },
      { label: 'flag', value: 'professional' },
      { label: 'granted', value: '1' },
      { label: 'reason', value: 'Papers seen.' },
    ])
    const now = Date.now()
    expect(await decide(frank, reviewId, 'approve', now)).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await told(carol)).toEqual({ isMarketMaker: false, isProfessional: true })
    expect(await findUser(env, carol.userId)).toMatchObject({ isMarketMaker: false, isProfessional: true })

    const back = asking(carol.userId, { isGranted: false, reason: 'Papers expired.' })
    valueOf(await proposeFlag(env, frank.member, back))
    await decide(fiona, await reviewOf(back.commandId), 'approve', now)
    expect(await told(carol)).toEqual({ isMarketMaker: false, isProfessional: false })
  })

  it('is not granted where Frank rejects, nor asked for twice when it stands', async () => {
    const dave = await customer('Dave')
    const asked = asking(dave.userId, { flag: 'market_maker' })
    valueOf(await proposeFlag(env, fiona.member, asked))
    await decide(frank, await reviewOf(asked.commandId), 'reject', Date.now())
    expect(await told(dave)).toEqual({ isMarketMaker: false, isProfessional: false })
    const none = asking(dave.userId, { flag: 'market_maker', isGranted: false })
    expect(codeOf(await proposeFlag(env, fiona.member, none))).toBe('nothing_changed')
  })

  it('is asked for with a reason, by who may, and not by Fiona for her own', async () => {
    const { userId } = await customer('Erin')
    expect(codeOf(await proposeFlag(env, rita.member, asking(userId)))).toBe('permission_missing')
    expect(codeOf(await proposeFlag(env, fiona.member, asking(userId, { reason: ' ' })))).toBe('reason_missing')
    expect(codeOf(await proposeFlag(env, fiona.member, asking(999_999)))).toBe('user_not_found')
    valueOf(await declareCustomer(env, fiona.member, { userId, commandId: commandId(), at: NOON }))
    expect(codeOf(await proposeFlag(env, fiona.member, asking(userId)))).toBe('own_account')
    expect(codeOf(await proposeFlag(env, frank.member, asking(userId)))).toBe('ok')
  })
})
