// Desk changes of missing rows, including rows deleted before the second approval.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { correctionReview } from '#services/desk/kinds/correction'
import { carryOut } from '#services/desk/review-kind'
import { changeRow, readSheetRow } from '#services/desk/sheets'
import { changeStaffRole, disableStaff, proposeReinvite } from '#services/desk/staff'
import { type Hired, NOON, codeOf, commandId, decide, firstAdmin, reviewOf, secondAdmin, seed, valueOf } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let ada: Hired, otto: Hired

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  otto = await secondAdmin()
})

describe('a row', () => {
  it.each([
    ['pairs', 'NO-PAIR'],
    ['texts', 'faq'],
    ['texts', 'faq~xx'],
  ] as const)('of %s called %s is not changed: nobody has written it', async (name, key) => {
    const asked = { name, key, texts: {}, seen: {}, commandId: commandId(), at: NOON }
    expect(codeOf(await changeRow(env, ada.member, asked))).toBe('row_not_found')
  })

  it('that is gone when Otto agrees to Ada’s change stays gone', async () => {
    const [name, key, id] = ['texts', 'faq~th', commandId()] as const
    const seen = (await readSheetRow(env, name, key))?.cells ?? {}
    const texts = { ...seen, content: '<p>Pay to DE02 1203 0000 0000 2020 51.</p>' }
    const proposed = await changeRow(env, ada.member, { name, key, texts, seen, commandId: id, at: NOON })
    expect(valueOf(proposed).kind).toBe('proposed')
    await env.DB.prepare("delete from site_text where kind = 'faq' and language = 'th'").run()
    expect(await decide(otto, await reviewOf(id))).toEqual({
      kind: 'decided',
      resolved: { kind: 'refused', code: 'row_not_found' },
    })
    expect(await readSheetRow(env, name, key)).toBeNull()
  })
})

it('nobody of an unknown number gets another role, a new link or is sent away', async () => {
  const asked = () => ({ id: 999, language: 'en', role: 'finance', commandId: commandId(), at: NOON }) as const
  const outcomes = [
    await changeStaffRole(env, ada.member, asked()),
    await proposeReinvite(env, ada.member, asked()),
    await disableStaff(env, ada.member, asked()),
  ]
  expect(outcomes.map(codeOf)).toEqual(['staff_not_found', 'staff_not_found', 'staff_not_found'])
})

it.each(['approve', 'reject'] as const)('a correction that nobody asked for posts nothing: %s', async (verdict) => {
  const by = [ada.member.id, otto.member.id]
  const decision = {
    reviewId: 1,
    kind: 'correction',
    subjectId: 'c-0',
    userId: 10001,
    reason: '',
    by,
    at: NOON,
  } as const
  expect(codeOf(await carryOut(correctionReview, env, { ...decision, verdict }))).toBe('correction_not_found')
})
